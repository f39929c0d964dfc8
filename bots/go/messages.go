// Made from protocol/schema.json by `python -m bots.bindings`; changes here are lost.

package main

import (
	"encoding/json"
	"fmt"
)

// Accept: Accept an offer, naming the copies to hand over.
type Accept struct {
	Offer int    `json:"offer"`
	Give  []Card `json:"give"`
}

// AskModel: A request to the language model that plays with the bot; the bot's answer comes later.
type AskModel struct {
	Type string `json:"type"`
	// Repeated in the answer.
	ID       *int     `json:"id,omitempty"`
	Messages []Prompt `json:"messages"`
	// The most tokens of the model's answer.
	MaxTokens   *int     `json:"max_tokens,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
}

// Bye: The last line: exit.
type Bye struct {
	Type string `json:"type"`
}

// Choose: An answer: an index into `choices`, or a choice object. A bare integer line is one, too.
type Choose struct {
	Type   string   `json:"type"`
	ID     *int     `json:"id,omitempty"`
	Choice any      `json:"choice"`
	Say    string   `json:"say,omitempty"`
	Wants  []string `json:"wants,omitempty"`
	// A private thought: kept with the game, and told to nobody at the table.
	Note  string `json:"note,omitempty"`
	Usage *Usage `json:"usage,omitempty"`
}

// Clock: Thinking time of a game: a bank, refilled by an increment with each decision.
type Clock struct {
	BankMS      int `json:"bank_ms"`
	IncrementMS int `json:"increment_ms"`
	// The most that one decision may take.
	LimitMS int `json:"limit_ms"`
}

// Decide: A question. Index 0 of `choices` is always legal and safe.
type Decide struct {
	Type string `json:"type"`
	ID   int    `json:"id"`
	Ask  string `json:"ask"`
	// The steps under way, outermost first: the name of each, then the numbers that it keeps.
	Stack   [][]any  `json:"stack,omitempty"`
	Choices []Choice `json:"choices"`
	View    View     `json:"view"`
	Events  []Event  `json:"events"`
	Clock   TimeLeft `json:"clock"`
	// Ask `plant`: the card that is due.
	Card string `json:"card,omitempty"`
	// Ask `answer`: the ids of the offers to be answered.
	Offers []int `json:"offers,omitempty"`
	// Ask `window`: which one.
	Window string `json:"window,omitempty"`
	// The question in plain language, for bots that asked for it.
	Text string `json:"text,omitempty"`
}

// FieldView: A field; an empty one has no kind.
type FieldView struct {
	Kind  string `json:"kind"`
	Count int    `json:"count"`
	// Coins that harvesting it now would earn.
	Coins int `json:"coins"`
	// The cards in planting order, if the field grows more than one kind.
	Cards []string `json:"cards,omitempty"`
}

// GameOver: The result. `places` (1 is best) go by coins alone; equal coins share the better
// place. `winners`: the seat or seats left after the rulebook's tie-break.
type GameOver struct {
	Type     string  `json:"type"`
	Scores   []int   `json:"scores"`
	Places   []int   `json:"places"`
	Winners  []int   `json:"winners"`
	Events   []Event `json:"events"`
	Forfeits []int   `json:"forfeits"`
}

// GameStart: A game begins. No answer is expected.
type GameStart struct {
	Type     string   `json:"type"`
	Seat     int      `json:"seat"`
	Players  int      `json:"players"`
	Variant  string   `json:"variant"`
	Rulebook Rulebook `json:"rulebook"`
	Clock    Clock    `json:"clock"`
	// For the bot's own randomness; it says nothing about the cards.
	Seed      int    `json:"seed"`
	Talk      bool   `json:"talk"`
	Objective string `json:"objective"`
}

// Hello: The first line.
type Hello struct {
	Type     string `json:"type"`
	Protocol int    `json:"protocol"`
	// Version of the arena.
	Arena string `json:"arena"`
}

// KindOfBean: One kind of bean in the deck.
type KindOfBean struct {
	Name string `json:"name"`
	// Cards of the kind in the deck.
	Count int `json:"count"`
	// Coins for n cards harvested are `earns[min(n, len(earns) - 1)]`.
	Earns []int `json:"earns"`
}

// ModelSaid: The language model's answer to `ask_model`.
type ModelSaid struct {
	Type string `json:"type"`
	ID   *int   `json:"id,omitempty"`
	// May be empty.
	Text string `json:"text"`
	// The way it ended: "stop", "length" if it was cut short, "content_filter", "refused", …
	Stop     string `json:"stop"`
	TokensIn int    `json:"tokens_in"`
	// Input tokens that came from the provider's cache.
	Cached    int `json:"cached"`
	TokensOut int `json:"tokens_out"`
	// Why the prompt was not passed on to any model.
	Reason string `json:"reason,omitempty"`
}

// Negotiation: The limits of a negotiation (T1, T3).
type Negotiation struct {
	Rounds int `json:"rounds"`
	// New offers that the active player may make in a round.
	Offers int `json:"offers"`
	// Offers that one sealed answer may make.
	Replies int `json:"replies"`
	// The most characters of a spoken text; 0 if talk is off.
	Say int `json:"say"`
}

// Offer: An offer: what I give and want. An empty side makes a gift; `"open"` means "you name it".
type Offer struct {
	// A seat, or everybody. Offers of other players always go to the active player.
	To   Address      `json:"to,omitempty"`
	Give Side[Card]   `json:"give"`
	Want Side[string] `json:"want"`
}

// Prompt: A message to a language model.
type Prompt struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

// Ready: The bot is set up. Every key is optional.
type Ready struct {
	Type     string   `json:"type"`
	Name     string   `json:"name,omitempty"`
	Version  any      `json:"version,omitempty"`
	Author   string   `json:"author,omitempty"`
	Protocol *int     `json:"protocol,omitempty"`
	Wants    []string `json:"wants,omitempty"`
	Text     bool     `json:"text,omitempty"`
}

// Refused: An answer was not accepted. If `again` is true, it may be corrected once, on the same
// clock and id.
type Refused struct {
	Type   string `json:"type"`
	ID     *int   `json:"id,omitempty"`
	Reason string `json:"reason"`
	Again  bool   `json:"again"`
	// A legal choice, close to the refused one if possible.
	Example *Choice `json:"example,omitempty"`
	// If `again` is false: what was played instead.
	Played *Choice `json:"played,omitempty"`
}

// RuleText: One rule of the book in words.
type RuleText struct {
	Name  string `json:"name"`
	Cites string `json:"cites"`
	Text  string `json:"text"`
}

// Rulebook: The game to be played, as tables.
type Rulebook struct {
	Variant string `json:"variant"`
	Players int    `json:"players"`
	// Version of the rules engine.
	Version string       `json:"version"`
	Kinds   []KindOfBean `json:"kinds"`
	// Fields at the start.
	Fields int `json:"fields"`
	// Only if it can be bought.
	ThirdFieldPrice *int `json:"third_field_price"`
	// Cards dealt, by seat.
	Deal     []int `json:"deal"`
	TurnOver int   `json:"turn_over"`
	Draw     int   `json:"draw"`
	// The game ends on this run-out.
	LastRunOut int `json:"last_run_out"`
	// True if a player may grow one kind in two fields.
	SameKindTwice bool        `json:"same_kind_twice"`
	Steps         []string    `json:"steps"`
	Windows       []string    `json:"windows"`
	Negotiation   Negotiation `json:"negotiation"`
	Ties          string      `json:"ties"`
	Rules         []RuleText  `json:"rules"`
	// Numbers and lists of the rules of expansions, by the name of the rule.
	More any `json:"more,omitempty"`
}

// StandingAccept: An accept that the active player can take.
type StandingAccept struct {
	ID    int    `json:"id"`
	Seat  int    `json:"seat"`
	Offer int    `json:"offer"`
	Give  []Card `json:"give"`
}

// StandingOffer: An offer, bid or counter-offer on the table. Ids are unique within a turn.
type StandingOffer struct {
	ID   int          `json:"id"`
	Seat int          `json:"seat"`
	To   Address      `json:"to"`
	Give Side[Card]   `json:"give"`
	Want Side[string] `json:"want"`
}

// Take: Take a standing bid or counter-offer, naming the copies to hand over.
type Take struct {
	ID   int    `json:"id"`
	Give []Card `json:"give"`
}

// TimeLeft: Time for the question at hand.
type TimeLeft struct {
	BankMS  int `json:"bank_ms"`
	LimitMS int `json:"limit_ms"`
}

// Usage: An answer's use of language models; every key is optional.
type Usage struct {
	TokensIn *float64 `json:"tokens_in,omitempty"`
	// Input tokens that came from the provider's cache.
	Cached    *float64 `json:"cached,omitempty"`
	TokensOut *float64 `json:"tokens_out,omitempty"`
	// In the currency of the person who pays.
	Cost *float64 `json:"cost,omitempty"`
	// Spent waiting for models.
	Seconds *float64 `json:"seconds,omitempty"`
	// Further requests because an answer was unusable.
	Rethinks *float64 `json:"rethinks,omitempty"`
	// 1 if the choice is not the model's.
	Fallbacks *float64 `json:"fallbacks,omitempty"`
}

// View: Everything that one seat can see. Lists of lists and of counts are indexed by seat.
type View struct {
	Seat   int    `json:"seat"`
	Turn   int    `json:"turn"`
	Active int    `json:"active"`
	Step   string `json:"step"`
	// Round of the negotiation, from 1; 0 outside it. Above `rounds`: standing replies only.
	Round  int `json:"round"`
	Rounds int `json:"rounds"`
	// Your hand; index 0 is played first.
	Hand   []string      `json:"hand"`
	Hands  []int         `json:"hands"`
	Fields [][]FieldView `json:"fields"`
	// Coin piles, bottom to top; every coin is the back of a card of that kind.
	Coins      [][]string `json:"coins"`
	SetAside   [][]string `json:"set_aside"`
	TurnedOver []string   `json:"turned_over"`
	DrawPile   int        `json:"draw_pile"`
	// Discard pile, bottom to top.
	Discard []string         `json:"discard"`
	RunOuts int              `json:"run_outs"`
	Offers  []StandingOffer  `json:"offers"`
	Accepts []StandingAccept `json:"accepts"`
	// By seat: true if it stays silent this turn, and is only asked by name.
	Silent []bool `json:"silent"`
	// By seat: true if it has its third field. Only in games in which it can be had.
	ThirdField []bool `json:"third_field,omitempty"`
	// The seat that holds the coin.
	CoinHolder *int `json:"coin_holder,omitempty"`
	// The last turn in which a claim failed; 0 if none has.
	CoinClaimFailed *int `json:"coin_claim_failed,omitempty"`
	// The card shown, until it is planted.
	CoinCard []string `json:"coin_card,omitempty"`
	// The cards that the opponent left.
	OnOffer   []string   `json:"on_offer,omitempty"`
	Buildings [][]string `json:"buildings,omitempty"`
	// Buildings for sale.
	Shop []string `json:"shop,omitempty"`
	// Coins under a saloon or distillery 3, which cannot be spent.
	UnderBuildings [][]string `json:"under_buildings,omitempty"`
	// The fields that are a stew.
	Stews [][]int `json:"stews,omitempty"`
	// Fields for one bean only, as [field, its building].
	SpecialFields [][][]any  `json:"special_fields,omitempty"`
	Store         [][]string `json:"store,omitempty"`
	// Cards set aside that came from another player's store, and must be planted.
	FromStore [][]string `json:"from_store,omitempty"`
	// While bank 2 is used: its owner sees the card, the others a count.
	BankSeen []any `json:"bank_seen,omitempty"`
	// The number of turns in a row that began with nothing to draw.
	IdleTurns *int `json:"idle_turns,omitempty"`
	// Orders left to draw.
	OrderStack *int `json:"order_stack,omitempty"`
	// The laid order of each seat: one card or none.
	LaidOrder [][]string `json:"laid_order,omitempty"`
	// The last turn in which an order was the first card of step 1; 0 if none was.
	OrderLaidFirst *int `json:"order_laid_first,omitempty"`
}

// Choice: Any choice; `do` says which, and so which keys it has.
type Choice struct {
	Do       string   `json:"do"`
	Accept   []Accept `json:"accept,omitempty"`
	Offers   []Offer  `json:"offers,omitempty"`
	Withdraw []int    `json:"withdraw,omitempty"`
	Silent   bool     `json:"silent,omitempty"`
	Building string   `json:"building,omitempty"`
	Card     string   `json:"card,omitempty"`
	Hand     int      `json:"hand,omitempty"`
	Field    int      `json:"field,omitempty"`
	Soy      int      `json:"soy,omitempty"`
	To       int      `json:"to,omitempty"`
	Type     string   `json:"type,omitempty"`
	Order    []int    `json:"order,omitempty"`
	Seat     int      `json:"seat,omitempty"`
	Into     int      `json:"into,omitempty"`
	Take     []Take   `json:"take,omitempty"`
	End      bool     `json:"end,omitempty"`

	raw json.RawMessage
}

// Event: Any event; `event` says which, and so which keys it has.
type Event struct {
	Event     string           `json:"event"`
	Seat      int              `json:"seat,omitempty"`
	Accepts   []StandingAccept `json:"accepts,omitempty"`
	Offers    []StandingOffer  `json:"offers,omitempty"`
	Withdrawn []int            `json:"withdrawn,omitempty"`
	Silent    bool             `json:"silent,omitempty"`
	Building  string           `json:"building,omitempty"`
	Shop      []string         `json:"shop,omitempty"`
	Price     int              `json:"price,omitempty"`
	Turn      int              `json:"turn,omitempty"`
	Hand      int              `json:"hand,omitempty"`
	Card      string           `json:"card,omitempty"`
	Cards     []string         `json:"cards,omitempty"`
	From      string           `json:"from,omitempty"`
	Count     int              `json:"count,omitempty"`
	Field     int              `json:"field,omitempty"`
	Scores    []int            `json:"scores,omitempty"`
	Places    []int            `json:"places,omitempty"`
	Winners   []int            `json:"winners,omitempty"`
	Coins     []string         `json:"coins,omitempty"`
	Turns     int              `json:"turns,omitempty"`
	First     bool             `json:"first,omitempty"`
	Ids       []int            `json:"ids,omitempty"`
	To        int              `json:"to,omitempty"`
	Type      string           `json:"type,omitempty"`
	Order     []int            `json:"order,omitempty"`
	With      int              `json:"with,omitempty"`
	Under     bool             `json:"under,omitempty"`
	Round     int              `json:"round,omitempty"`
	RunOuts   int              `json:"run_outs,omitempty"`
	Shuffled  int              `json:"shuffled,omitempty"`
	Text      string           `json:"text,omitempty"`
	Taken     int              `json:"taken,omitempty"`
	Gave      []Card           `json:"gave,omitempty"`
	Got       []Card           `json:"got,omitempty"`
}

// MarshalJSON writes a choice as it came, or the keys that belong to one that was made.
func (c Choice) MarshalJSON() ([]byte, error) {
	if c.asItCame() {
		return c.raw, nil
	}
	switch c.Do {
	case "answer":
		return json.Marshal(struct {
			Do       string   `json:"do"`
			Accept   []Accept `json:"accept,omitempty"`
			Offers   []Offer  `json:"offers,omitempty"`
			Withdraw []int    `json:"withdraw,omitempty"`
			Silent   bool     `json:"silent,omitempty"`
		}{c.Do, c.Accept, c.Offers, c.Withdraw, c.Silent})
	case "buy_building":
		return json.Marshal(struct {
			Do       string `json:"do"`
			Building string `json:"building"`
		}{c.Do, c.Building})
	case "buy_field":
		return json.Marshal(struct {
			Do string `json:"do"`
		}{c.Do})
	case "claim_coin":
		return json.Marshal(struct {
			Do string `json:"do"`
		}{c.Do})
	case "discard":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Card string `json:"card"`
		}{c.Do, c.Card})
	case "discard_from_hand":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Card string `json:"card"`
			Hand int    `json:"hand"`
		}{c.Do, c.Card, c.Hand})
	case "fill_order":
		return json.Marshal(struct {
			Do    string `json:"do"`
			Field int    `json:"field"`
		}{c.Do, c.Field})
	case "give_coin":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Card string `json:"card"`
		}{c.Do, c.Card})
	case "harvest":
		return json.Marshal(struct {
			Do    string `json:"do"`
			Field int    `json:"field"`
		}{c.Do, c.Field})
	case "harvest_farm":
		return json.Marshal(struct {
			Do    string `json:"do"`
			Field int    `json:"field"`
			Soy   int    `json:"soy"`
		}{c.Do, c.Field, c.Soy})
	case "keep_magpie":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Card string `json:"card"`
		}{c.Do, c.Card})
	case "lay_order":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Card string `json:"card"`
		}{c.Do, c.Card})
	case "move_card":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Hand int    `json:"hand"`
			To   int    `json:"to"`
		}{c.Do, c.Hand, c.To})
	case "name_type":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Type string `json:"type"`
		}{c.Do, c.Type})
	case "order_drawn":
		return json.Marshal(struct {
			Do    string `json:"do"`
			Order []int  `json:"order"`
		}{c.Do, c.Order})
	case "pass":
		return json.Marshal(struct {
			Do string `json:"do"`
		}{c.Do})
	case "plant":
		return json.Marshal(struct {
			Do    string `json:"do"`
			Card  string `json:"card"`
			Field int    `json:"field"`
		}{c.Do, c.Card, c.Field})
	case "plant_stew":
		return json.Marshal(struct {
			Do    string `json:"do"`
			Card  string `json:"card"`
			Field int    `json:"field"`
		}{c.Do, c.Card, c.Field})
	case "play_magpie":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Card string `json:"card"`
		}{c.Do, c.Card})
	case "put_under":
		return json.Marshal(struct {
			Do string `json:"do"`
		}{c.Do})
	case "resist":
		return json.Marshal(struct {
			Do string `json:"do"`
		}{c.Do})
	case "steal":
		return json.Marshal(struct {
			Do    string `json:"do"`
			Seat  int    `json:"seat"`
			Field int    `json:"field"`
			Into  int    `json:"into"`
		}{c.Do, c.Seat, c.Field, c.Into})
	case "store":
		return json.Marshal(struct {
			Do   string `json:"do"`
			Card string `json:"card"`
		}{c.Do, c.Card})
	case "trade":
		return json.Marshal(struct {
			Do     string  `json:"do"`
			Take   []Take  `json:"take,omitempty"`
			Offers []Offer `json:"offers,omitempty"`
			End    bool    `json:"end,omitempty"`
		}{c.Do, c.Take, c.Offers, c.End})
	}
	return nil, fmt.Errorf("there is no choice called %q", c.Do)
}
