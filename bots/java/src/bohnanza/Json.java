package bohnanza;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A JSON value. What is missing or of another type reads as null, 0, false or an empty list, so
 * that messages of later versions can be read as far as they are understood.
 *
 * @param value a Map, List, String, Integer, Long, Double or Boolean, or null.
 */
public record Json(Object value) {
    private static final Json NULL = new Json(null);

    /** What can be written as JSON. */
    public interface Writable {
        /** Returns the value to write: a Map, List, String, Number, Boolean, Writable or null. */
        Object json();
    }

    /** Thrown for a text that is not JSON. */
    public static final class SyntaxException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        SyntaxException(String message) {
            super(message);
        }
    }

    // --- reading --------------------------------------------------------------------------

    /**
     * Reads a text.
     *
     * @throws SyntaxException if it is not JSON.
     */
    public static Json parse(String text) {
        return new Json(new Parser(text).document());
    }

    /** Returns the value of a key; null if there is none. */
    public Json get(String key) {
        return value instanceof Map<?, ?> map ? of(map.get(key)) : NULL;
    }

    /** Returns an item of a list; null if there is none. */
    public Json get(int index) {
        return value instanceof List<?> list && index >= 0 && index < list.size()
                ? of(list.get(index))
                : NULL;
    }

    /** Returns the value of a key, or of what stands in place of an object. */
    Json getOrSelf(String key) {
        return value instanceof Map ? get(key) : this;
    }

    /** Returns true for null, and for what is missing. */
    public boolean isNull() {
        return value == null;
    }

    /** Returns a string; null if it is none. */
    public String text() {
        return value instanceof String text ? text : null;
    }

    /** Returns true for true alone. */
    public boolean flag() {
        return Boolean.TRUE.equals(value);
    }

    /** Returns a number as an int; 0 if it is none. */
    public int integer() {
        return value instanceof Number number ? number.intValue() : 0;
    }

    /** Returns a number as an Integer; null if it is none. */
    public Integer integerOrNull() {
        return value instanceof Number number ? number.intValue() : null;
    }

    /** Returns a number as a long; 0 if it is none. */
    public long longInteger() {
        return value instanceof Number number ? number.longValue() : 0;
    }

    /** Returns a number as a double; 0 if it is none. */
    public double number() {
        return value instanceof Number number ? number.doubleValue() : 0;
    }

    /** Returns the items of a list, which cannot be modified. */
    public <T> List<T> list(Function<Json, T> item) {
        if (!(value instanceof List<?> list)) {
            return List.of();
        }
        List<T> items = new ArrayList<>(list.size());
        for (Object each : list) {
            items.add(item.apply(of(each)));
        }
        return Collections.unmodifiableList(items);
    }

    static <T> Function<Json, List<T>> listOf(Function<Json, T> item) {
        return json -> json.list(item);
    }

    /** Returns the value as something that may be missing. */
    <T> T orNull(Function<Json, T> read) {
        return value == null ? null : read.apply(this);
    }

    private static Json of(Object value) {
        return value == null ? NULL : new Json(value);
    }

    // --- writing --------------------------------------------------------------------------

    /** Returns an object of keys and values, without those that are null, false or empty lists. */
    static Map<String, Object> object(Object... pairs) {
        Map<String, Object> object = new LinkedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            Object value = pairs[i + 1];
            boolean empty = value instanceof Collection<?> items && items.isEmpty();
            if (value != null && !empty && !Boolean.FALSE.equals(value)) {
                object.put((String) pairs[i], value);
            }
        }
        return object;
    }

    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        write(value, out);
        return out.toString();
    }

    @Override
    public String toString() {
        return write(value);
    }

    private static void write(Object value, StringBuilder out) {
        if (value instanceof Json json) {
            write(json.value, out);
        } else if (value instanceof Writable writable) {
            write(writable.json(), out);
        } else if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                quote(String.valueOf(entry.getKey()), out);
                write(entry.getValue(), out.append(':'));
                separator = ",";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Collection<?> items) {
            String separator = "[";
            for (Object item : items) {
                write(item, out.append(separator));
                separator = ",";
            }
            out.append(items.isEmpty() ? "[]" : "]");
        } else if (value == null || value instanceof Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(value.toString(), out);
        }
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                out.append('\\').append(c);
            } else if (c < ' ' || Character.isSurrogate(c)) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        out.append('"');
    }

    // --- parsing --------------------------------------------------------------------------

    private static final class Parser {
        private final String text;
        private int at;

        Parser(String text) {
            this.text = text;
        }

        Object document() {
            Object value = value();
            if (peek() != 0) {
                throw unexpected();
            }
            return value;
        }

        private Object value() {
            return switch (peek()) {
                case '{' -> object();
                case '[' -> array();
                case '"' -> string();
                case 't' -> word("true", true);
                case 'f' -> word("false", false);
                case 'n' -> word("null", null);
                default -> number();
            };
        }

        private Map<String, Object> object() {
            Map<String, Object> object = new LinkedHashMap<>();
            at++;
            if (!skipped('}')) {
                do {
                    peek();
                    String key = string();
                    expect(':');
                    object.put(key, value());
                } while (skipped(','));
                expect('}');
            }
            return object;
        }

        private List<Object> array() {
            List<Object> array = new ArrayList<>();
            at++;
            if (!skipped(']')) {
                do {
                    array.add(value());
                } while (skipped(','));
                expect(']');
            }
            return array;
        }

        private String string() {
            expect('"');
            int end = at;
            while (end < text.length() && text.charAt(end) != '"' && text.charAt(end) != '\\') {
                end++;
            }
            String plain = text.substring(at, end);
            at = end;
            if (skippedHere('"')) {
                return plain;
            }
            StringBuilder string = new StringBuilder(plain);
            while (!skippedHere('"')) {
                string.append(skippedHere('\\') ? escaped() : next());
            }
            return string.toString();
        }

        private char escaped() {
            char c = next();
            return switch (c) {
                case 'b' -> '\b';
                case 'f' -> '\f';
                case 'n' -> '\n';
                case 'r' -> '\r';
                case 't' -> '\t';
                case 'u' -> (char) (hex() << 12 | hex() << 8 | hex() << 4 | hex());
                default -> c;
            };
        }

        private int hex() {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw unexpected();
            }
            return digit;
        }

        private Object word(String word, Object value) {
            if (!text.startsWith(word, at)) {
                throw unexpected();
            }
            at += word.length();
            return value;
        }

        private Number number() {
            int from = at;
            while (at < text.length() && "+-.0123456789Ee".indexOf(text.charAt(at)) >= 0) {
                at++;
            }
            String digits = text.substring(from, at);
            try {
                double number = Double.parseDouble(digits);
                boolean whole = number == Math.rint(number) && Math.abs(number) < 1e18;
                if (!whole || digits.indexOf('.') >= 0 || digits.indexOf('e') >= 0) {
                    return number;
                }
                long exact = Long.parseLong(digits);
                return (int) exact == exact ? (Number) (int) exact : (Number) exact;
            } catch (NumberFormatException error) {
                throw unexpected();
            }
        }

        /** Returns the next character that is not white space, without taking it; 0 at the end. */
        private char peek() {
            while (at < text.length() && text.charAt(at) <= ' ') {
                at++;
            }
            return at < text.length() ? text.charAt(at) : 0;
        }

        private char next() {
            if (at >= text.length()) {
                throw unexpected();
            }
            return text.charAt(at++);
        }

        private boolean skippedHere(char wanted) {
            boolean found = at < text.length() && text.charAt(at) == wanted;
            at += found ? 1 : 0;
            return found;
        }

        private boolean skipped(char wanted) {
            peek();
            return skippedHere(wanted);
        }

        private void expect(char wanted) {
            if (!skipped(wanted)) {
                throw unexpected();
            }
        }

        private SyntaxException unexpected() {
            return new SyntaxException("not JSON at character " + at);
        }
    }
}
