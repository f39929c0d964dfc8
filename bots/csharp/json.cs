// JSON for bohnanza.cs: read into classes and written from them, by the names of their properties.
// A bot has no business here.

using System;
using System.Collections;
using System.Collections.Generic;
using System.Globalization;
using System.Linq;
using System.Reflection;
using System.Text;

namespace Bohnanza
{
    /// <summary>What is read in place of a list, and written so.</summary>
    internal interface IOpen
    {
        bool IsOpen { get; set; }
    }

    /// <summary>
    /// As plain values, JSON is null, bool, double, string, a list of such, or a dictionary.
    /// </summary>
    internal static class Json
    {
        private const string Open = "open";

        private static readonly Dictionary<Type, Dictionary<string, PropertyInfo>> Properties =
            new Dictionary<Type, Dictionary<string, PropertyInfo>>();

        public static T Read<T>(object json) => (T)Read(json, typeof(T));

        /// <summary>Returns the text at a key, "" if there is none.</summary>
        public static string Word(object json, string key)
        {
            object word = null;
            (json as Dictionary<string, object>)?.TryGetValue(key, out word);
            return word as string ?? "";
        }

        /// <summary>Returns null for what does not fit: a later version may have changed it.</summary>
        private static object Read(object json, Type type)
        {
            type = Nullable.GetUnderlyingType(type) ?? type;
            if (type.IsInstanceOfType(json))
            {
                return json;
            }
            if (json is double number)
            {
                return type == typeof(int) ? (int)number
                    : type == typeof(long) ? (long)number
                    : type == typeof(Take) ? (Take)(int)number
                    : type == typeof(Accept) ? (object)(Accept)(int)number
                    : null;
            }
            if (json is string word && type == typeof(Card))
            {
                return (Card)word;
            }
            if (Open.Equals(json) && typeof(IOpen).IsAssignableFrom(type))
            {
                var side = (IOpen)Activator.CreateInstance(type);
                side.IsOpen = true;
                return side;
            }
            if (json is List<object> items && type.IsGenericType)
            {
                var list = (IList)Activator.CreateInstance(type);
                Type kind = type.GetGenericArguments()[0];
                object missing = kind.IsValueType ? Activator.CreateInstance(kind) : null;
                foreach (object item in items)
                {
                    list.Add(Read(item, kind) ?? missing);
                }
                return list;
            }
            bool message = type.Namespace == nameof(Bohnanza) && !type.IsGenericType;
            return message && json is Dictionary<string, object> keys ? ReadKeys(keys, type) : null;
        }

        private static object ReadKeys(Dictionary<string, object> keys, Type type)
        {
            if (type == typeof(Choice) && !Choice.Known.TryGetValue(Word(keys, "do"), out type))
            {
                return new OtherChoice { Keys = keys };
            }
            if (type == typeof(Event) && !Event.Known.TryGetValue(Word(keys, "event"), out type))
            {
                return new OtherEvent { Keys = keys };
            }
            object read = Activator.CreateInstance(type);
            Dictionary<string, PropertyInfo> properties = PropertiesOf(type);
            foreach (KeyValuePair<string, object> pair in keys)
            {
                if (properties.TryGetValue(pair.Key, out PropertyInfo property) && property.CanWrite)
                {
                    object value = Read(pair.Value, property.PropertyType);
                    if (value != null)
                    {
                        property.SetValue(read, value);
                    }
                }
            }
            if (read is Choice choice)
            {
                choice.Came = keys;
            }
            return read;
        }

        private static Dictionary<string, PropertyInfo> PropertiesOf(Type type)
        {
            if (!Properties.TryGetValue(type, out Dictionary<string, PropertyInfo> found))
            {
                found = type.GetProperties().ToDictionary(property => SnakeCase(property.Name));
                Properties[type] = found;
            }
            return found;
        }

        private static string SnakeCase(string name) =>
            string.Concat(name.Select((c, at) => char.IsUpper(c) && at > 0 ? "_" + c : c.ToString()))
                .ToLowerInvariant();

        public static string Write(object value) =>
            value == null ? "null"
            : value is string words ? Quoted(words)
            : value is bool truth ? (truth ? "true" : "false")
            : value.GetType().IsPrimitive ? Convert.ToString(value, CultureInfo.InvariantCulture)
            : value is IOpen side && side.IsOpen ? Quoted(Open)
            : value is Dictionary<string, object> keys ? WriteKeys(keys)
            : value is IEnumerable items ? "[" + string.Join(",", items.Cast<object>().Select(Write)) + "]"
            : value is OtherChoice other ? WriteKeys(other.Keys)
            : WriteObject(value);

        /// <summary>
        /// Writes what is not null, besides what came; if no copies or places are named, only the rest.
        /// </summary>
        private static string WriteObject(object value)
        {
            var came = (value as Choice)?.Came;
            var keys = new Dictionary<string, object>(came ?? new Dictionary<string, object>());
            foreach (KeyValuePair<string, PropertyInfo> property in PropertiesOf(value.GetType()))
            {
                object part = property.Value.GetValue(value);
                if (part != null)
                {
                    keys[property.Key] = part;
                }
            }
            bool shorter = value is Card ? keys.Count == 1
                : value is Take take ? take.Give.Count == 0
                : value is Accept accept && accept.Give.Count == 0;
            return shorter ? Write(keys.First().Value) : WriteKeys(keys);
        }

        private static string WriteKeys(Dictionary<string, object> keys) =>
            "{" + string.Join(",", keys.Select(pair => Quoted(pair.Key) + ":" + Write(pair.Value))) + "}";

        private static string Quoted(string words) =>
            "\"" + string.Concat(words.Select(c =>
                c == '"' || c == '\\' ? "\\" + c
                : c < ' ' || c > '~' ? "\\u" + ((int)c).ToString("x4")
                : c.ToString())) + "\"";

        /// <summary>Returns the plain values of a text. Throws a FormatException.</summary>
        public static object Parse(string text) => new Parser(text).Whole();

        private sealed class Parser
        {
            private readonly string _text;
            private int _at;

            public Parser(string text)
            {
                _text = text;
            }

            public object Whole()
            {
                object value = Value();
                return Peek() == '\0' ? value : throw Wrong();
            }

            private FormatException Wrong() => new FormatException("no JSON at " + _at);

            /// <summary>Skips spaces and returns the next character, '\0' at the end.</summary>
            private char Peek()
            {
                while (_at < _text.Length && char.IsWhiteSpace(_text[_at]))
                {
                    _at++;
                }
                return _at < _text.Length ? _text[_at] : '\0';
            }

            private bool Skip(char wanted)
            {
                bool found = Peek() == wanted;
                _at += found ? 1 : 0;
                return found;
            }

            private object Value()
            {
                switch (Peek())
                {
                    case '{': return Object();
                    case '[': return List();
                    case '"': return Text();
                    case 't': return Literal("true", true);
                    case 'f': return Literal("false", false);
                    case 'n': return Literal("null", null);
                    default: return Number();
                }
            }

            private object Literal(string word, object value)
            {
                if (string.CompareOrdinal(_text, _at, word, 0, word.Length) != 0)
                {
                    throw Wrong();
                }
                _at += word.Length;
                return value;
            }

            private object Number()
            {
                int start = _at;
                while (_at < _text.Length && "+-.eE0123456789".IndexOf(_text[_at]) >= 0)
                {
                    _at++;
                }
                string digits = _text.Substring(start, _at - start);
                NumberStyles style = NumberStyles.Float;
                return double.TryParse(digits, style, CultureInfo.InvariantCulture, out double number)
                    ? number
                    : throw Wrong();
            }

            private object List()
            {
                var items = new List<object>();
                _at++;
                for (bool more = !Skip(']'); more; more = !Skip(']'))
                {
                    Comma(items.Count);
                    items.Add(Value());
                }
                return items;
            }

            private object Object()
            {
                var keys = new Dictionary<string, object>();
                _at++;
                for (bool more = !Skip('}'); more; more = !Skip('}'))
                {
                    Comma(keys.Count);
                    string key = Peek() == '"' ? Text() : throw Wrong();
                    keys[key] = Skip(':') ? Value() : throw Wrong();
                }
                return keys;
            }

            private void Comma(int before)
            {
                if (before > 0 && !Skip(','))
                {
                    throw Wrong();
                }
            }

            private string Text()
            {
                var text = new StringBuilder();
                for (_at++; _at < _text.Length; _at++)
                {
                    char c = _text[_at];
                    if (c == '"')
                    {
                        _at++;
                        return text.ToString();
                    }
                    text.Append(c == '\\' ? Escaped() : c);
                }
                throw Wrong();
            }

            private char Escaped()
            {
                _at++;
                char c = _at < _text.Length ? _text[_at] : throw Wrong();
                if (c != 'u')
                {
                    int plain = "bfnrt".IndexOf(c);
                    return plain < 0 ? c : "\b\f\n\r\t"[plain];
                }
                _at += 4;
                if (_at >= _text.Length)
                {
                    throw Wrong();
                }
                return (char)int.Parse(_text.Substring(_at - 3, 4), NumberStyles.HexNumber);
            }
        }
    }
}
