using System;
using System.Threading.Tasks;
public class Bot {
    public static void Main() {
        string line;
        while ((line = Console.In.ReadLine()) != null) {
            if (line.Contains("\"type\":\"hello\"")) Console.WriteLine("{}");
            else if (line.Contains("\"type\":\"decide\"")) Console.WriteLine(Task.Run(() => 0).Result);
            Console.Out.Flush();
        }
    }
}
