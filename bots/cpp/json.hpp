// JSON, read where it lies and as far as it is understood: what is missing is 0, "" or empty.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bohnanza {

using std::size_t;

// A piece of the line it came in, valid as long as that line. Only what is asked for is looked at.
class Json {
  public:
    Json() = default;
    explicit Json(std::string_view text, std::string_view key = {}) : text_(text), key_(key) {
        text_.remove_prefix(std::min(text_.find_first_not_of(" \t"), text_.size()));
    }

    explicit operator bool() const { return !text_.empty(); }
    std::string_view text() const { return text_; }
    std::string_view key() const { return key_; }  // set in a loop over an object
    bool is_list() const { return first() == '['; }
    bool is_null() const { return text_.empty() || first() == 'n'; }
    bool is_object() const { return first() == '{'; }
    bool is_text() const { return first() == '"'; }
    bool is_true() const { return first() == 't'; }
    bool is(std::string_view name) const { return plain() == name; }

    std::int64_t integer(std::int64_t otherwise = 0) const {
        std::int64_t n = 0;
        auto [rest, error] = std::from_chars(text_.data(), text_.data() + text_.size(), n);
        return error == std::errc() ? n : otherwise;
    }
    // Text without quotes, escapes left as they are: enough for every name in the protocol.
    std::string_view plain() const { return is_text() ? text_.substr(1, text_.size() - 2) : ""; }
    std::string str() const;  // text with its escapes resolved

    // A loop goes over the items of a list or the members of an object.
    class Iterator {
      public:
        Iterator(std::string_view text, size_t at) : text_(text), at_(at) { ++*this; }
        Json operator*() const { return Json(value_, key_); }
        bool operator!=(std::nullptr_t) const { return !value_.empty(); }
        Iterator& operator++();

      private:
        std::string_view text_, key_, value_;
        size_t at_;
    };
    Iterator begin() const { return {text_, is_list() || is_object() ? 1 : text_.size()}; }
    std::nullptr_t end() const { return nullptr; }

    Json operator[](std::string_view key) const {
        for (Json member : *this)
            if (member.key_ == key) return member;
        return {};
    }

  private:
    char first() const { return text_.empty() ? '\0' : text_[0]; }
    static size_t after_text(std::string_view s, size_t at);   // s[at] is the opening quote
    static size_t after_value(std::string_view s, size_t at);  // of any kind
    std::string_view text_, key_;
};

inline size_t Json::after_text(std::string_view s, size_t at) {
    for (at++; at < s.size() && s[at] != '"'; at++) at += s[at] == '\\';
    return std::min(at + 1, s.size());
}

inline size_t Json::after_value(std::string_view s, size_t at) {
    if (at < s.size() && s[at] == '"') return after_text(s, at);
    if (at >= s.size() || (s[at] != '[' && s[at] != '{'))
        return std::min(s.find_first_of(",]} \t\r", at), s.size());
    int depth = 0;
    do {
        char c = s[at];
        if (c == '"') {
            at = after_text(s, at);
            continue;
        }
        depth += (c == '[' || c == '{') - (c == ']' || c == '}');
        at++;
    } while (depth > 0 && at < s.size());
    return at;
}

inline Json::Iterator& Json::Iterator::operator++() {
    auto skip_blanks = [this] {
        while (at_ < text_.size() && (text_[at_] == ',' || text_[at_] == ':' ||
                                      text_[at_] == ' ' || text_[at_] == '\t')) at_++;
    };
    value_ = {};
    skip_blanks();
    if (at_ >= text_.size()) return *this;
    if (text_[0] == '{' && text_[at_] == '"') {
        size_t end = after_text(text_, at_);
        key_ = text_.substr(at_ + 1, end - at_ - 2);
        at_ = end;
        skip_blanks();
    }
    size_t end = after_value(text_, at_);
    if (at_ < end) value_ = text_.substr(at_, end - at_);
    at_ = end;
    return *this;
}

inline std::string Json::str() const {
    std::string out;
    std::string_view s = plain();
    auto hex4 = [&](size_t at) {
        std::uint32_t unit = 0;
        std::string_view digits = s.substr(std::min(at, s.size()), 4);
        std::from_chars(digits.data(), digits.data() + digits.size(), unit, 16);
        return unit;
    };
    for (size_t i = 0; i < s.size(); i++) {
        if (s[i] != '\\' || i + 1 == s.size()) {
            out += s[i];
        } else if (s[++i] != 'u') {
            size_t control = std::string_view("btnfr").find(s[i]);
            out += control == std::string_view::npos ? s[i] : "\b\t\n\f\r"[control];
        } else {
            std::uint32_t c = hex4(i + 1);
            i += 4;
            if (c >= 0xd800 && c < 0xdc00) {  // two units make one character
                c = 0x10000 + ((c - 0xd800) << 10) + (hex4(i + 3) & 0x3ff);
                i += 6;
            }
            int more = c < 0x80 ? 0 : c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;  // bytes that follow
            out += char((0xf0e0c000u >> 8 * more & 0xff) | c >> 6 * more);
            while (more--) out += char(0x80 | (c >> 6 * more & 0x3f));
        }
    }
    return out;
}

// --- JSON as plain data, and plain data as JSON -----------------------------------------

// A struct tells its keys: `keys` calls back with the name of each and where its value is.
template <class Struct>
void read(Json json, Struct& into) {
    for (Json member : json)
        Struct::keys(into, [member](std::string_view key, auto& value) {
            if (member.key() == key) read(member, value);
        });
}

inline void read(Json, const std::string_view&) {}  // the word by which a struct is known
inline void read(Json json, Json& into) { into = json; }
inline void read(Json json, bool& into) { into = json.is_true(); }
inline void read(Json json, int& into) { into = int(json.integer()); }
inline void read(Json json, std::int64_t& into) { into = json.integer(); }
inline void read(Json json, double& into) {
    into = std::strtod(std::string(json.text()).c_str(), nullptr);
}
inline void read(Json json, std::string& into) {
    bool escapes = json.text().find('\\') != std::string_view::npos;
    into = escapes ? json.str() : json.plain();
}

template <class T>
void read(Json json, std::optional<T>& into) {
    if (!json.is_null()) read(json, into.emplace());
}

template <class T>
void read(Json json, std::vector<T>& into) {
    if (!json.is_list()) return;
    for (Json item : json) read(item, into.emplace_back());
}

inline void read(Json json, std::vector<bool>& into) {
    for (Json item : json) into.push_back(item.is_true());
}

// A value that is left out of an object.
template <class T>
bool is_missing(const T&) { return false; }
template <class T>
bool is_missing(const std::optional<T>& value) { return !value; }
inline bool is_missing(Json value) { return value.is_null(); }

inline void write(std::string& out, Json json) { out += json.text(); }
inline void write(std::string& out, bool value) { out += value ? "true" : "false"; }
inline void write(std::string& out, int number) { out += std::to_string(number); }
inline void write(std::string& out, std::int64_t number) { out += std::to_string(number); }
inline void write(std::string& out, double number) { out += std::to_string(number); }
inline void write(std::string& out, std::string_view text) {
    out += '"';
    for (char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c >= '\0' && c < ' ' ? ' ' : c;
    }
    out += '"';
}
inline void write(std::string& out, const std::string& text) { write(out, std::string_view(text)); }

template <class T>
void write(std::string& out, const std::optional<T>& value) {
    if (value) write(out, *value);
    else out += "null";
}

template <class T>
void write(std::string& out, const std::vector<T>& items) {
    out += '[';
    for (const auto& item : items) {
        if (out.back() != '[') out += ',';
        write(out, item);
    }
    out += ']';
}

// Add a key to an object that is being written.
template <class T>
void write(std::string& out, std::string_view key, const T& value) {
    if (is_missing(value)) return;
    if (out.back() != '{') out += ',';
    write(out, key);
    out += ':';
    write(out, value);
}

template <class Struct>
void write(std::string& out, const Struct& from) {
    out += '{';
    Struct::keys(from, [&out](std::string_view key, const auto& value) { write(out, key, value); });
    out += '}';
}

}  // namespace bohnanza
