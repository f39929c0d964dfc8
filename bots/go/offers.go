// Offers: what they mean for a bot, and those parts of messages that JSON writes in more than one way.

package main

import (
	"encoding/json"
	"errors"
	"reflect"
)

// Deal is what a reply or an offer means for you: the kinds that you get and give.
type Deal struct {
	ID, Seat  int
	Get, Give []string
	// Bid is true for an offer that somebody made, false for an accept of one of yours.
	Bid bool
}

// Deals returns what you may take (ask "trade") or accept (ask "answer"), but nothing with an open
// side, for which d.View.Offers has to be read. A deal may want what you do not have: compare
// d.OwnCards(). Two may be about the same card: of those that look alike take one.
func (d *Decision) Deals() []Deal {
	var deals []Deal
	if d.Ask == "trade" {
		for _, accept := range d.View.Accepts {
			for _, mine := range d.View.Offers {
				if mine.ID == accept.Offer {
					get, give := kinds(accept.Give), kinds(mine.Give.Cards)
					deals = append(deals, Deal{ID: accept.ID, Seat: accept.Seat, Get: get, Give: give})
				}
			}
		}
	}
	for _, o := range d.View.Offers {
		open := o.Give.Open || o.Want.Open
		put := d.Ask == "answer" && holds(d.Offers, o.ID)
		if !open && (put || d.Ask == "trade" && o.Seat != d.View.Active) {
			deals = append(deals, Deal{o.ID, o.Seat, kinds(o.Give.Cards), o.Want.Cards, true})
		}
	}
	return deals
}

func kinds(cards []Card) []string {
	names := make([]string, len(cards))
	for at, card := range cards {
		names[at] = card.Kind
	}
	return names
}

func holds(numbers []int, wanted int) bool {
	for _, number := range numbers {
		if number == wanted {
			return true
		}
	}
	return false
}

// NewOffer makes an offer by kinds to everybody; nothing wanted makes it a gift.
func NewOffer(give, want []string) Offer {
	return Offer{Give: Side[Card]{Cards: Kinds(give...)}, Want: Side[string]{Cards: want}}
}

// Card is a kind of bean, or one exact card if it names a place.
type Card struct {
	Kind       string `json:"kind,omitempty"`
	Hand       *int   `json:"hand,omitempty"`
	TurnedOver *int   `json:"turned_over,omitempty"`
	Store      *int   `json:"store,omitempty"`
	SetAside   *int   `json:"set_aside,omitempty"`
}

// Kinds returns cards known by their kinds alone.
func Kinds(names ...string) []Card {
	cards := make([]Card, len(names))
	for at, name := range names {
		cards[at].Kind = name
	}
	return cards
}

type plainCard Card

// MarshalJSON writes a card without a place as its kind alone.
func (c Card) MarshalJSON() ([]byte, error) {
	if c.Hand == nil && c.TurnedOver == nil && c.Store == nil && c.SetAside == nil {
		return json.Marshal(c.Kind)
	}
	return json.Marshal(plainCard(c))
}

// UnmarshalJSON reads a kind or an exact card.
func (c *Card) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		return json.Unmarshal(text, &c.Kind)
	}
	return json.Unmarshal(text, (*plainCard)(c))
}

// Side is one side of an offer: cards or kinds, or, if it is open, what the other names.
type Side[T any] struct {
	Cards []T
	Open  bool
}

// MarshalJSON writes a list, or "open".
func (s Side[T]) MarshalJSON() ([]byte, error) {
	if s.Open {
		return []byte(`"open"`), nil
	}
	return json.Marshal(append([]T{}, s.Cards...))
}

// UnmarshalJSON reads a list, or "open".
func (s *Side[T]) UnmarshalJSON(text []byte) error {
	s.Open = text[0] == '"'
	if s.Open {
		return nil
	}
	return json.Unmarshal(text, &s.Cards)
}

// Address is whom an offer is for: everybody, unless it was made with To.
type Address struct {
	seat int
	one  bool
}

// To addresses an offer to one seat.
func To(seat int) Address { return Address{seat, true} }

// MarshalJSON writes a seat, or "all".
func (a Address) MarshalJSON() ([]byte, error) {
	if a.one {
		return json.Marshal(a.seat)
	}
	return []byte(`"all"`), nil
}

// UnmarshalJSON reads a seat, or "all".
func (a *Address) UnmarshalJSON(text []byte) error {
	a.one = text[0] != '"'
	if !a.one {
		return nil
	}
	return json.Unmarshal(text, &a.seat)
}

// MarshalJSON writes the id alone, unless copies are named.
func (t Take) MarshalJSON() ([]byte, error) { return idOrMore("id", t.ID, t.Give) }

// MarshalJSON writes the offer's id alone, unless copies are named.
func (a Accept) MarshalJSON() ([]byte, error) { return idOrMore("offer", a.Offer, a.Give) }

func idOrMore(key string, id int, give []Card) ([]byte, error) {
	if len(give) == 0 {
		return json.Marshal(id)
	}
	return json.Marshal(map[string]any{key: id, "give": give})
}

// UnmarshalJSON reads an id, or one with copies.
func (t *Take) UnmarshalJSON(text []byte) error {
	if text[0] != '{' {
		return json.Unmarshal(text, &t.ID)
	}
	type plain Take
	return json.Unmarshal(text, (*plain)(t))
}

// UnmarshalJSON reads an offer's id, or one with copies.
func (a *Accept) UnmarshalJSON(text []byte) error {
	if text[0] != '{' {
		return json.Unmarshal(text, &a.Offer)
	}
	type plain Accept
	return json.Unmarshal(text, (*plain)(a))
}

// UnmarshalJSON also keeps the text, so that a choice of a later version can be given back.
func (c *Choice) UnmarshalJSON(text []byte) error {
	type plain Choice
	c.raw = append(json.RawMessage(nil), text...)
	if err := json.Unmarshal(text, (*plain)(c)); err != nil {
		var kind *json.UnmarshalTypeError
		if !errors.As(err, &kind) {
			return err
		}
	}
	return nil
}

// asItCame reports whether a choice is still what was read, so that its text may be given back.
func (c Choice) asItCame() bool {
	var came Choice
	return c.raw != nil && json.Unmarshal(c.raw, &came) == nil && reflect.DeepEqual(c, came)
}
