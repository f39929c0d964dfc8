// Bohnanza bots in C++17: copy this one header, nothing else to install.
//
//   #include "bohnanza.hpp"
//   using namespace bohnanza;
//
//   struct MyBot : Bot {
//       MyBot() { name = "my_bot"; }
//       Choice plant(const Decision& decision) override {
//           for (Json choice : decision.choices())
//               if (choice["do"].is("plant") && decision.grows(decision.card())) return choice;
//           return 0;
//       }
//   };
//   int main() { return MyBot().run(); }
//
// A handler gets a Decision and gives back a Choice: an index into decision.choices(), one of
// those choices, or a Pass, Plant, Harvest, BuyField, Trade or Answer. Index 0 is always legal.
// Nothing in a line is parsed before it is asked for: a bot pays for what it looks at.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace bohnanza {

using Kind = std::string;  // the name of a bean, such as "soy"
using std::size_t;
constexpr int PROTOCOL = 1;
constexpr int ALL = -1;  // the address of an offer to everybody

// --- reading JSON -----------------------------------------------------------------------

// A piece of the line it came in, valid as long as that line. What is missing reads as 0 or "".
class Json {
  public:
    Json() = default;
    explicit Json(std::string_view text, std::string_view key = {}) : text_(text), key_(key) {
        text_.remove_prefix(std::min(text_.find_first_not_of(" \t"), text_.size()));
    }

    explicit operator bool() const { return !text_.empty(); }
    std::string_view text() const { return text_; }
    std::string_view key() const { return key_; }  // set in a loop over an object
    bool is_text() const { return first() == '"'; }
    bool is_true() const { return first() == 't'; }
    bool is(std::string_view name) const { return plain() == name; }

    std::int64_t integer(std::int64_t otherwise = 0) const;
    int number(int otherwise = 0) const { return int(integer(otherwise)); }
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
    Iterator begin() const { return {text_, first() == '[' || first() == '{' ? 1 : text_.size()}; }
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

inline std::int64_t Json::integer(std::int64_t otherwise) const {
    std::int64_t n = 0;
    auto [rest, error] = std::from_chars(text_.data(), text_.data() + text_.size(), n);
    return error == std::errc() ? n : otherwise;
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

// `read` fills plain data from JSON; a number that is none (null, "all") becomes -1.
inline void read(Json json, int& into) { into = json.number(-1); }
inline void read(Json json, Kind& into) { into = json.plain(); }
template <class T>
void read(Json json, std::vector<T>& into) {
    for (Json item : json) {
        into.emplace_back();
        read(item, into.back());
    }
}

// --- the table, as a seat sees it -------------------------------------------------------

struct Field {
    Kind kind;  // "" while empty
    int count = 0, coins = 0;
};

// A card by its kind alone, or one exact copy by its place.
struct Card {
    Kind kind;
    int hand = -1, turned_over = -1, store = -1;
    Card(Kind kind = "", int hand = -1, int turned_over = -1, int store = -1)
        : kind(std::move(kind)), hand(hand), turned_over(turned_over), store(store) {}
    Card(const char* kind) : kind(kind) {}
};

struct Offer {
    std::vector<Card> give;
    std::vector<Kind> want;
    int to = ALL;
    bool open_give = false, open_want = false;  // "name your price"
    int id = 0, seat = -1;                      // of a standing offer
};

struct Accept {
    int id = 0, seat = 0, offer = 0;
    std::vector<Card> give;
};

// What a reply or an offer means for me: the kinds that I get and give.
struct Deal {
    int id, seat;
    std::vector<Kind> get, give;
    bool bid = false;  // an offer that somebody made, not an accept of mine
};

// Lists of lists and of counts are indexed by seat; piles run from bottom to top.
struct View {
    int seat = 0, turn = 0, active = 0, round = 0, rounds = 0, draw_pile = 0, run_outs = 0;
    std::string step;
    std::vector<Kind> hand, turned_over, discard;
    std::vector<int> hands;
    std::vector<std::vector<Field>> fields;
    std::vector<std::vector<Kind>> coins, set_aside;
    std::vector<Offer> offers;
    std::vector<Accept> accepts;
};

struct KindOfBean {
    Kind name;
    int count = 0;
    std::vector<int> earns;  // coins for 0, 1, 2, … cards
};

inline void read(Json json, Field& field) {
    read(json["kind"], field.kind);
    read(json["count"], field.count);
    read(json["coins"], field.coins);
}

inline void read(Json json, Card& card) {
    read(json["kind"], card.kind);
    read(json["hand"], card.hand);
    read(json["turned_over"], card.turned_over);
    read(json["store"], card.store);
}

inline void read(Json json, Offer& offer) {
    read(json["id"], offer.id);
    read(json["seat"], offer.seat);
    read(json["to"], offer.to);
    read(json["give"], offer.give);
    read(json["want"], offer.want);
    offer.open_give = json["give"].is_text();
    offer.open_want = json["want"].is_text();
}

inline void read(Json json, Accept& accept) {
    read(json["id"], accept.id);
    read(json["seat"], accept.seat);
    read(json["offer"], accept.offer);
    read(json["give"], accept.give);
}

inline void read(Json json, KindOfBean& bean) {
    read(json["name"], bean.name);
    read(json["count"], bean.count);
    read(json["earns"], bean.earns);
}

inline void read(Json json, View& view) {
    for (Json it : json) {  // one pass: the view is the longest part of a line
        auto is = [&it](std::string_view key, auto& into) {
            if (it.key() != key) return false;
            read(it, into);
            return true;
        };
        (void)(is("hand", view.hand) || is("hands", view.hands) || is("fields", view.fields) ||
               is("turned_over", view.turned_over) || is("set_aside", view.set_aside) ||
               is("offers", view.offers) || is("accepts", view.accepts) ||
               is("coins", view.coins) || is("discard", view.discard) ||
               is("draw_pile", view.draw_pile) || is("run_outs", view.run_outs) ||
               is("seat", view.seat) || is("turn", view.turn) || is("active", view.active) ||
               is("step", view.step) || is("round", view.round) || is("rounds", view.rounds));
    }
}

struct Game {
    Json json;  // the whole game_start message, kept until the next game
    int seat = 0, players = 0;
    std::uint64_t seed = 0;
    std::vector<KindOfBean> kinds;

    const KindOfBean* find(std::string_view kind) const {
        for (const KindOfBean& bean : kinds)
            if (bean.name == kind) return &bean;
        return nullptr;
    }
    bool has(std::string_view kind) const { return find(kind); }
    int earns(std::string_view kind, int n) const {
        const KindOfBean* bean = find(kind);
        if (!bean || bean->earns.empty()) return 0;
        return bean->earns[std::min(size_t(n), bean->earns.size() - 1)];
    }
};

class Decision {
  public:
    explicit Decision(Json json) : json(json) {}
    Json json;  // the whole message
    std::string_view ask() const { return json["ask"].plain(); }
    Json stack() const { return json["stack"]; }  // steps under way: [name, its numbers…], …
    Kind card() const { return Kind(json["card"].plain()); }            // ask "plant"
    std::string_view window() const { return json["window"].plain(); }  // ask "window"
    std::string text() const { return json["text"].str(); }
    int bank_ms() const { return json["clock"]["bank_ms"].number(); }
    int limit_ms() const { return json["clock"]["limit_ms"].number(); }
    std::vector<Json> choices() const {
        std::vector<Json> all;
        for (Json choice : json["choices"]) all.push_back(choice);
        return all;
    }
    const View& view() const {
        if (!view_) read(json["view"], view_.emplace());
        return *view_;
    }

    const std::vector<Field>& my_fields() const { return view().fields[size_t(view().seat)]; }
    bool grows(const Kind& kind) const {
        for (const Field& field : my_fields())
            if (field.kind == kind) return true;
        return false;
    }
    // The kinds that I could give away: turned over first, then the hand.
    std::vector<Kind> own_cards() const {
        std::vector<Kind> own;
        if (view().seat == view().active) own = view().turned_over;
        own.insert(own.end(), view().hand.begin(), view().hand.end());
        return own;
    }
    // What I may take (ask "trade") or accept (ask "answer"): nothing that has an open side.
    std::vector<Deal> deals() const;

  private:
    mutable std::optional<View> view_;
};

inline std::vector<Deal> Decision::deals() const {
    auto kinds = [](const std::vector<Card>& cards) {
        std::vector<Kind> names;
        for (const Card& card : cards) names.push_back(card.kind);
        return names;
    };
    std::vector<Deal> all;
    std::vector<int> asked;  // the ids to be answered
    read(json["offers"], asked);
    bool answers = ask() == "answer", trades = ask() == "trade";
    for (const Accept& accept : view().accepts)
        for (const Offer& mine : view().offers)
            if (trades && mine.id == accept.offer)
                all.push_back({accept.id, accept.seat, kinds(accept.give), kinds(mine.give)});
    for (const Offer& offer : view().offers) {
        bool put = answers && std::count(asked.begin(), asked.end(), offer.id);
        bool open = offer.open_give || offer.open_want;
        if (!open && (put || (trades && offer.seat != view().active)))
            all.push_back({offer.id, offer.seat, kinds(offer.give), offer.want, true});
    }
    return all;
}

// --- choices ----------------------------------------------------------------------------

struct Pass {};
struct BuyField {};
struct Harvest {
    int field;
};
struct Plant {
    Kind card;
    int field;
};

// A reply to take or an offer to accept; `give` names your copies, empty leaves them open.
struct Taking {
    int id;
    std::vector<Card> give;
    Taking(int id, std::vector<Card> give = {}) : id(id), give(std::move(give)) {}
};

struct Trade {
    std::vector<Taking> take;
    std::vector<Offer> offers;
    bool end = false;
};

struct Answer {
    std::vector<Taking> accept;
    std::vector<Offer> offers;
    std::vector<int> withdraw;
    bool silent = false;
};

// `write` gives the JSON of an answer and its parts.
inline std::string write(int number) { return std::to_string(number); }

inline std::string write(const std::string& text) {
    std::string out = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') out += '\\';
        out += c >= '\0' && c < ' ' ? ' ' : c;
    }
    return out + '"';
}

inline std::string write(const Card& card) {
    if (card.hand < 0 && card.turned_over < 0 && card.store < 0) return write(card.kind);
    std::string place = card.hand >= 0          ? "\"hand\":" + write(card.hand)
                        : card.turned_over >= 0 ? "\"turned_over\":" + write(card.turned_over)
                                                : "\"store\":" + write(card.store);
    return "{" + place + ",\"kind\":" + write(card.kind) + "}";
}

template <class T>
std::string write(const std::vector<T>& items) {
    std::string out;
    for (const T& item : items) out += (out.empty() ? "" : ",") + write(item);
    return "[" + out + "]";
}

inline std::string write(const Offer& offer) {
    return "{\"give\":" + (offer.open_give ? "\"open\"" : write(offer.give)) +
           ",\"want\":" + (offer.open_want ? "\"open\"" : write(offer.want)) +
           (offer.to == ALL ? "" : ",\"to\":" + write(offer.to)) + "}";
}

inline std::string write(const std::vector<Taking>& takings, const std::string& id_key) {
    std::string out;
    for (const Taking& one : takings) {
        std::string exact = "{\"" + id_key + "\":" + write(one.id) + ",\"give\":" + write(one.give) + "}";
        out += (out.empty() ? "" : ",") + (one.give.empty() ? write(one.id) : exact);
    }
    return "[" + out + "]";
}

struct Choice {
    std::string json;
    Choice(int index) : json(write(index)) {}
    Choice(Json choice) : json(choice.text()) {}
    Choice(Pass) : json(R"({"do":"pass"})") {}
    Choice(BuyField) : json(R"({"do":"buy_field"})") {}
    Choice(const Harvest& h) : json(R"({"do":"harvest","field":)" + write(h.field) + "}") {}
    Choice(const Plant& p)
        : json(R"({"do":"plant","card":)" + write(p.card) + ",\"field\":" + write(p.field) + "}") {}
    Choice(const Trade& t)
        : json(R"({"do":"trade","take":)" + write(t.take, "id") + ",\"offers\":" +
               write(t.offers) + (t.end ? ",\"end\":true}" : "}")) {}
    Choice(const Answer& a)
        : json(R"({"do":"answer","accept":)" + write(a.accept, "offer") + ",\"offers\":" +
               write(a.offers) + ",\"withdraw\":" + write(a.withdraw) +
               (a.silent ? ",\"silent\":true}" : "}")) {}
};

// Small seeded random numbers (mulberry32): the same sequence on every machine.
class Random {
  public:
    explicit Random(std::uint64_t seed = 0) : state_(std::uint32_t(seed ^ seed >> 32)) {}
    int below(size_t n) {  // a whole number from 0 to n - 1
        std::uint32_t t = state_ += 0x6d2b79f5;
        t = (t ^ t >> 15) * (t | 1);
        t ^= t + (t ^ t >> 7) * (t | 61);
        return int((t ^ t >> 14) * std::uint64_t(n) >> 32);
    }

  private:
    std::uint32_t state_;
};

// --- the bot ----------------------------------------------------------------------------

class Bot {
  public:
    std::string name = "bot", version = "1", author;
    // Of "bids", "no_counter", "before_plant", "before_trade", "before_draw", "windows"; may change
    // in a game, and starts anew with each game.
    std::vector<std::string> wants;
    bool text = false;  // ask for a plain-language account with every decision

    Game game;
    Random random;

    virtual ~Bot() = default;

    // What a bot overrides.
    virtual void on_game_start(const Game&) {}
    virtual void on_event(Json) { listens_ = false; }  // before the decision that it came with
    virtual void on_game_over(Json /*result*/) {}
    virtual Choice on_refused(Json refusal) {  // it may be mended once
        return refusal["example"] ? Choice(refusal["example"]) : Choice(0);
    }
    virtual Choice plant(const Decision&) { return 0; }      // step 1: decision.card() is due
    virtual Choice trade(const Decision&) { return 0; }      // the active player negotiates
    virtual Choice answer(const Decision&) { return 0; }     // reply to decision.offers()
    virtual Choice bid(const Decision&) { return 0; }        // open with offers, if wanted
    virtual Choice set_aside(const Decision&) { return 0; }  // step 3: plant what was received
    virtual Choice window(const Decision&) { return 0; }     // act out of turn, if wanted
    // Every decision passes through here; override it to treat all alike.
    virtual Choice choose(const Decision& decision) {
        std::string_view ask = decision.ask();
        if (ask == "plant") return plant(decision);
        if (ask == "trade") return trade(decision);
        if (ask == "answer") return answer(decision);
        if (ask == "bid") return bid(decision);
        if (ask == "set_aside") return set_aside(decision);
        if (ask == "window") return window(decision);
        return 0;  // a question of an expansion that this bot does not know
    }

    // Add a short public text to the next answer.
    void say(std::string text) { said_ = std::move(text); }

    // Talk to the arena until it says bye or hangs up. Returns the process's exit code.
    int run() {
        std::ios::sync_with_stdio(false);
        std::cin.tie(nullptr);
        std::cout.rdbuf(std::cerr.rdbuf());  // stdout is the protocol's, debug prints go astray
        for (std::string line; std::getline(std::cin, line);) {
            if (std::cin.eof()) break;  // the arena is gone in the middle of a word
            std::string reply = receive(line);
            if (!reply.empty()) {
                reply += '\n';
                std::fwrite(reply.data(), 1, reply.size(), stdout);
                std::fflush(stdout);
            }
            if (Json(line)["type"].plain() == "bye") break;
        }
        return 0;
    }

    // The reply to one line, "" where none is due; for tests without a process.
    std::string receive(const std::string& line) {
        Json message(line);
        std::string_view type = message["type"].plain();
        if (type == "decide")
            return reply(message, [&] {
                follow(message);
                return choose(Decision(message));
            });
        if (type == "refused") {
            std::cerr << "refused: " << message["reason"].str() << std::endl;
            if (message["again"].is_true()) return reply(message, [&] { return on_refused(message); });
        }
        if (type == "hello") return ready();
        if (type == "game_start") guarded([&] { start(line); });
        if (type == "game_over")
            guarded([&] {
                follow(message);
                on_game_over(message);
            });
        return "";
    }

  private:
    std::string said_, game_line_;
    std::vector<std::string> first_wants_, told_wants_;

    bool listens_ = true;

    void follow(Json message) {
        if (!listens_) return;  // spares a bot without on_event the way through the line
        for (Json event : message["events"]) on_event(event);
    }

    std::string ready() {
        first_wants_ = wants;
        return R"({"type":"ready","protocol":)" + std::to_string(PROTOCOL) + ",\"name\":" +
               write(name) + ",\"version\":" + write(version) + ",\"author\":" +
               write(author) + ",\"wants\":" + write(wants) +
               ",\"text\":" + (text ? "true}" : "false}");
    }

    void start(const std::string& line) {
        game_line_ = line;
        game = Game();
        game.json = Json(game_line_);
        game.seat = game.json["seat"].number();
        game.players = game.json["players"].number();
        game.seed = std::uint64_t(game.json["seed"].integer());
        read(game.json["rulebook"]["kinds"], game.kinds);
        random = Random(game.seed);
        wants = told_wants_ = first_wants_;
        said_.clear();
        on_game_start(game);
    }

    // A bug in a handler costs that one decision (0 is answered), not the game.
    template <class Handler>
    void guarded(Handler handler) {
        try {
            handler();
        } catch (const std::exception& error) {
            std::cerr << "a handler failed: " << error.what() << std::endl;
        }
    }

    template <class Handler>
    std::string reply(Json message, Handler handler) {
        std::string choice = "0";
        guarded([&] { choice = handler().json; });
        std::string out = R"({"type":"choose","id":)";
        out.append(message["id"].text()).append(",\"choice\":").append(choice);
        if (!said_.empty()) out += ",\"say\":" + write(said_);
        if (wants != told_wants_) out += ",\"wants\":" + write(wants);
        said_.clear();
        told_wants_ = wants;
        return out + '}';
    }
};

}  // namespace bohnanza
