// The parts of messages that JSON writes in more than one way: choices, events, and offers' cards.
#pragma once

#include <initializer_list>
#include <utility>

#include "json.hpp"

namespace bohnanza {

using Kind = std::string;  // the name of a bean, such as "soy"

// A listed choice as it came, one that you make, such as a Plant or a Trade, or the index of one.
class Choice {
  public:
    Choice(int index = 0) { write(text_, index); }
    template <class Made, class = decltype(Made::DO)>
    Choice(const Made& made) { write(text_, made); }
    explicit Choice(Json choice) : text_(choice.text()) {}

    Json json() const { return Json(text_); }
    std::string_view does() const { return json()["do"].plain(); }
    // `if (auto plant = choice.as<Plant>())`: then plant->card and plant->field can be read.
    template <class T>
    std::optional<T> as() const {
        std::optional<T> made;
        if (does() == T::DO) read(json(), made);
        return made;
    }
    template <class T>
    bool is() const { return does() == T::DO; }

  private:
    std::string text_;
};

// What has happened, as it came.
class Event {
  public:
    Event() = default;
    explicit Event(Json event) : text_(event.text()) {}

    Json json() const { return Json(text_); }
    std::string_view name() const { return json()["event"].plain(); }
    template <class T>
    std::optional<T> as() const {
        std::optional<T> told;
        if (name() == T::EVENT) read(json(), told);
        return told;
    }

  private:
    std::string text_;
};

inline void read(Json json, Choice& into) { into = Choice(json); }
inline void read(Json json, Event& into) { into = Event(json); }
inline void write(std::string& out, const Choice& choice) { write(out, choice.json()); }
inline void write(std::string& out, const Event& event) { write(out, event.json()); }

// A card by its kind alone, or one exact card by its place as well.
struct Card {
    Kind kind;
    std::optional<int> hand, turned_over, store, set_aside;

    Card(Kind kind_of_bean = "", std::optional<int> place_in_hand = {})
        : kind(std::move(kind_of_bean)), hand(place_in_hand) {}
    Card(const char* kind_of_bean) : kind(kind_of_bean) {}

    bool is_exact() const { return hand || turned_over || store || set_aside; }
    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("hand", self.hand);
        key("turned_over", self.turned_over);
        key("store", self.store);
        key("set_aside", self.set_aside);
        key("kind", self.kind);
    }
};

inline void read(Json json, Card& into) {
    if (json.is_text()) read(json, into.kind);
    else read<Card>(json, into);
}

inline void write(std::string& out, const Card& card) {
    if (card.is_exact()) write<Card>(out, card);
    else write(out, card.kind);
}

// One side of an offer: cards or kinds, or if it is open, what the other names.
template <class T>
struct Side {
    std::vector<T> cards;
    bool open = false;

    Side() = default;
    Side(std::initializer_list<T> listed) : cards(listed) {}
    Side(std::vector<T> all) : cards(std::move(all)) {}
};

template <class T>
void read(Json json, Side<T>& into) {
    into.open = json.is_text();
    read(json, into.cards);
}

template <class T>
void write(std::string& out, const Side<T>& side) {
    if (side.open) write(out, std::string_view("open"));
    else write(out, side.cards);
}

// Whom an offer is for: a seat, or everybody.
struct Address {
    std::optional<int> seat;

    Address() = default;
    Address(int one) : seat(one) {}
};

inline bool is_missing(const Address& to) { return !to.seat; }
inline void write(std::string& out, const Address& to) { write(out, to.seat); }
inline void read(Json json, Address& into) {
    if (!json.is_text()) read(json, into.seat);
}

// A standing bid or counter-offer to take, by its id; `give` names the copies to hand over.
struct Take {
    int id;
    std::vector<Card> give;

    Take(int id_of_reply = 0, std::vector<Card> copies = {})
        : id(id_of_reply), give(std::move(copies)) {}
    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("id", self.id);
        key("give", self.give);
    }
};

// An offer to accept, by its id; `give` names the copies to hand over.
struct Accept {
    int offer;
    std::vector<Card> give;

    Accept(int id_of_offer = 0, std::vector<Card> copies = {})
        : offer(id_of_offer), give(std::move(copies)) {}
    template <class Self, class Keys>
    static void keys(Self& self, Keys key) {
        key("offer", self.offer);
        key("give", self.give);
    }
};

inline void read(Json json, Take& into) {
    if (json.is_object()) read<Take>(json, into);
    else read(json, into.id);
}

inline void read(Json json, Accept& into) {
    if (json.is_object()) read<Accept>(json, into);
    else read(json, into.offer);
}

inline void write(std::string& out, const Take& take) {
    if (take.give.empty()) write(out, take.id);
    else write<Take>(out, take);
}

inline void write(std::string& out, const Accept& accept) {
    if (accept.give.empty()) write(out, accept.offer);
    else write<Accept>(out, accept);
}

}  // namespace bohnanza
