import java.io.BufferedReader;
import java.io.InputStreamReader;

/** Thinks for some milliseconds of processor time at each question, then answers 0. */
public class Bot {
    private static final long NANOSECONDS = 3_000_000;

    public static void main(String[] arguments) throws Exception {
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.contains("\"type\":\"hello\"")) {
                System.out.println("{}");
            } else if (line.contains("\"type\":\"decide\"")) {
                think();
                System.out.println(0);
            }
            System.out.flush();
        }
    }

    private static void think() {
        var clock = java.lang.management.ManagementFactory.getThreadMXBean();
        long until = clock.getCurrentThreadCpuTime() + NANOSECONDS;
        while (clock.getCurrentThreadCpuTime() < until) {
            Math.sqrt(until);
        }
    }
}
