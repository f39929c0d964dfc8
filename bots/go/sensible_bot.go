// Plants where it fits, harvests the cheapest loss, trades for what its fields grow.
//
// Everything rests on one number: the promise of a field, its coins with the way to the next coin
// counted in part. A card is worth what it adds to the promise; a card that grows nowhere is worth
// less than nothing, because room for it costs a harvest.

package main

import (
	"fmt"
	"math"
	"sort"
)

const (
	thirdFieldUntil = 0.35 // of the deck: later it no longer pays for itself
	freshStart      = 0.2  // what a card is worth in an empty field
	worthATrade     = 0.05 // smaller gains help the other side more
)

// Choices of expansions that are nearly always right; the last three are for cards never planted.
var welcome = []string{
	"fill_order", "claim_coin", "buy_building", "steal", "lay_order", "play_magpie", "keep_magpie",
}

// SensibleBot plants, harvests and trades by what adds to the promise of its fields.
type SensibleBot struct {
	Bot
	deck     int
	promises map[string][]float64
	turn     int
	tried    map[string]bool
}

// OnGameStart reads the beanometers.
func (b *SensibleBot) OnGameStart() {
	b.turn, b.deck, b.promises = 0, 0, map[string][]float64{}
	for _, kind := range b.Game.Rulebook.Kinds {
		b.deck += kind.Count
		b.promises[kind.Name] = promises(kind.Earns)
	}
}

// --- planting ---------------------------------------------------------------------------

// Choose takes what is always right, and sees to the questions of duels.
func (b *SensibleBot) Choose(d *Decision) Choice {
	if c := d.Find(func(c Choice) bool { return count(welcome, c.Do) > 0 }); c.Do != "" {
		return c
	}
	if d.Ask == "use_offer" || d.Ask == "keep_or_leave" {
		return b.pick(d)
	}
	if c := b.spare(d); c.Do != "" {
		return c
	}
	return b.Bot.Choose(d)
}

// pick plants, in a duel, what grows already, else what fills an empty field; it refuses the rest.
func (b *SensibleBot) pick(d *Decision) Choice {
	mine := d.MyFields()
	grown := func(c Choice) float64 { return float64(mine[c.Field].Count) }
	if c := best(only(d, "plant"), grown); c.Do != "" {
		return c
	}
	return d.Find(is("discard"))
}

// spare lets go, in a duel where nothing can be planted, of a hand card that grows nowhere.
func (b *SensibleBot) spare(d *Decision) Choice {
	discards := only(d, "discard_from_hand")
	if len(discards) == 0 || len(only(d, "plant")) > 0 {
		return Choice{}
	}
	for _, c := range discards {
		if !d.Grows(c.Card) {
			return c
		}
	}
	return d.Find(is("pass"))
}

// Plant is step 1.
func (b *SensibleBot) Plant(d *Decision) Choice { return b.settle(d, []string{d.Card}) }

// SetAside is step 3.
func (b *SensibleBot) SetAside(d *Decision) Choice { return b.settle(d, d.View.SetAside[b.Seat]) }

// settle plants what fits, else in the open, else makes room as cheaply as can be.
func (b *SensibleBot) settle(d *Decision, due []string) Choice {
	mine, hand := d.MyFields(), d.View.Hand
	plants := only(d, "plant")
	if c := b.ripe(d); c.Do != "" {
		return c
	}
	for _, c := range plants {
		if mine[c.Field].Kind == c.Card {
			return c
		}
	}
	// A second card that may wait does so, unless more of its kind are in the hand.
	if c := d.Find(is("pass")); c.Do != "" && count(hand, d.Card) < 2 {
		return c
	}
	many := func(c Choice) float64 { return float64(count(due, c.Card) + count(hand, c.Card)) }
	if c := best(plants, many); c.Do != "" {
		return c
	}
	if c := b.thirdField(d); c.Do != "" {
		return c
	}
	gives := func(c Choice) float64 { return -b.loss(mine[c.Field], hand) }
	return best(only(d, "harvest"), gives)
}

// ripe harvests a field that can earn no more: it is in the way.
func (b *SensibleBot) ripe(d *Decision) Choice {
	for _, c := range only(d, "harvest") {
		field := d.MyFields()[c.Field]
		if b.promise(field.Kind, field.Count+1) <= b.promise(field.Kind, field.Count) {
			return c
		}
	}
	return Choice{}
}

func (b *SensibleBot) thirdField(d *Decision) Choice {
	if d.View.RunOuts == 0 && float64(d.View.DrawPile) > thirdFieldUntil*float64(b.deck) {
		return d.Find(is("buy_field"))
	}
	return Choice{}
}

// --- trading ----------------------------------------------------------------------------

// Trade takes what pays, and offers burdens.
func (b *SensibleBot) Trade(d *Decision) Choice {
	if c := b.ripe(d); c.Do != "" {
		return c
	}
	if c := b.thirdField(d); c.Do != "" {
		return c
	}
	taken := b.agreeable(d)
	var offers []Offer
	if d.View.Round <= d.View.Rounds {
		offers = b.proposals(d, taken)
	}
	trade := Choice{Do: "trade", Offers: offers, End: len(taken) == 0 && len(offers) == 0}
	for _, deal := range taken {
		trade.Take = append(trade.Take, Take{ID: deal.ID})
	}
	return trade
}

// Answer accepts what pays, and makes a counter-offer.
func (b *SensibleBot) Answer(d *Decision) Choice {
	accepted := b.agreeable(d)
	answer := Choice{Do: "answer", Offers: b.counters(d.View, accepted)}
	for _, deal := range accepted {
		answer.Accept = append(answer.Accept, Accept{Offer: deal.ID})
	}
	return answer
}

// Bid offers what Answer would.
func (b *SensibleBot) Bid(d *Decision) Choice {
	return Choice{Do: "answer", Offers: b.counters(d.View, nil)}
}

// agreeable returns the deals to make: accepts, whose cards are fixed, then bids; the best first.
func (b *SensibleBot) agreeable(d *Decision) []Deal {
	value := map[int]float64{}
	var ranked []Deal
	for _, deal := range d.Deals() {
		value[deal.ID] = b.gain(deal.Get, d.View) - b.cost(deal.Give, d.View)
		if value[deal.ID] >= worthATrade {
			ranked = append(ranked, deal)
		}
	}
	bids := d.Ask == "trade"
	sort.SliceStable(ranked, func(i, j int) bool {
		a, c := ranked[i], ranked[j]
		if bids && a.Bid != c.Bid {
			return c.Bid
		}
		if value[a.ID] != value[c.ID] {
			return value[a.ID] > value[c.ID]
		}
		return a.ID < c.ID
	})
	// Several offers may promise the same card: of those that look alike only one is safe.
	clash := func(a, c Deal) bool {
		if d.Ask == "trade" {
			return a.Seat == c.Seat || same(a.Give, c.Give)
		}
		return same(a.Get, c.Get)
	}
	own := d.OwnCards()
	var chosen []Deal
	for _, deal := range ranked {
		clashes := false
		for _, other := range chosen {
			clashes = clashes || clash(other, deal)
		}
		if !clashes && has(own, deal.Give) {
			own = without(own, deal.Give)
			chosen = append(chosen, deal)
		}
	}
	return chosen
}

// proposals offers what grows nowhere for what grows here, once each; what nobody buys is a gift.
func (b *SensibleBot) proposals(d *Decision, taken []Deal) []Offer {
	view := d.View
	if view.Turn != b.turn {
		b.turn, b.tried = view.Turn, map[string]bool{}
	}
	var spent []string
	for _, deal := range taken {
		spent = append(spent, deal.Give...)
	}
	burdens := func(cards []string) (found []string) {
		for _, kind := range cards {
			if count(found, kind)+count(spent, kind) == 0 && b.isBurden(kind, view) {
				found = append(found, kind)
			}
		}
		return found
	}
	var ideas []Offer
	swap := func(cards []string) {
		for _, card := range cards {
			for _, field := range d.MyFields() {
				if field.Count > 0 && b.gain([]string{field.Kind}, view) > 0 {
					ideas = append(ideas, NewOffer([]string{card}, []string{field.Kind}))
				}
			}
		}
	}
	here := burdens(view.TurnedOver)
	swap(here)
	for _, card := range here {
		ideas = append(ideas, NewOffer([]string{card}, nil))
	}
	swap(burdens(view.Hand))
	var fresh []Offer
	for _, idea := range ideas {
		name := fmt.Sprint(idea.Give.Cards[0].Kind, " for ", idea.Want.Cards)
		if len(fresh) < 3 && !b.tried[name] {
			b.tried[name] = true
			fresh = append(fresh, idea)
		}
	}
	return fresh
}

// counters asks for a turned-over card that grows here, for one that grows there or is of no use.
func (b *SensibleBot) counters(view View, accepted []Deal) []Offer {
	burdens, left := view.Hand, view.TurnedOver
	for _, deal := range accepted {
		burdens, left = without(burdens, deal.Give), without(left, deal.Get)
	}
	var pay, want string
	grown := false
	for _, kind := range burdens {
		if grown || !b.isBurden(kind, view) {
			continue
		}
		for _, field := range view.Fields[view.Active] {
			grown = grown || field.Kind == kind
		}
		if pay == "" || grown {
			pay = kind
		}
	}
	for _, kind := range left {
		if want == "" && b.gain([]string{kind}, view) >= worthATrade {
			want = kind
		}
	}
	if pay == "" || want == "" {
		return nil
	}
	for _, o := range view.Offers {
		given, wanted := o.Give.Cards, o.Want.Cards
		mine := o.Seat == b.Seat && len(given) > 0 && len(wanted) > 0
		if mine && given[0].Kind == pay && wanted[0] == want {
			return nil // it stands already
		}
	}
	return []Offer{NewOffer([]string{pay}, []string{want})}
}

// --- judging ----------------------------------------------------------------------------

func (b *SensibleBot) promise(kind string, n int) float64 {
	scale := b.promises[kind]
	if len(scale) == 0 {
		return 0
	}
	if n >= len(scale) {
		n = len(scale) - 1
	}
	return scale[n]
}

// loss is what harvesting a field now gives up, the more the more of its kind are in the hand.
func (b *SensibleBot) loss(field FieldView, hand []string) float64 {
	more := 0.3 * float64(count(hand, field.Kind))
	return b.promise(field.Kind, field.Count) - float64(field.Coins) + more
}

// gain is what receiving these cards adds to its fields; below 0 if they cost a harvest.
func (b *SensibleBot) gain(cards []string, view View) float64 {
	mine := append([]FieldView{}, view.Fields[b.Seat]...)
	sum := 0.0
	for _, kind := range cards {
		at := -1
		for i := range mine {
			if mine[i].Kind == kind {
				at = i
				break
			}
		}
		for i := 0; at < 0 && i < len(mine); i++ {
			if mine[i].Count == 0 {
				at = i
			}
		}
		if at < 0 {
			least := math.Inf(1)
			for _, field := range mine {
				least = math.Min(least, b.loss(field, view.Hand))
			}
			sum -= math.Max(0.1, least)
			continue
		}
		field := &mine[at]
		if field.Count > 0 {
			sum += b.promise(kind, field.Count+1) - b.promise(kind, field.Count)
		} else {
			sum += freshStart
		}
		field.Kind = kind
		field.Count++
	}
	return sum
}

// isBurden reports whether a bean has no place here; what is no bean (an order) cannot be traded.
func (b *SensibleBot) isBurden(kind string, view View) bool {
	_, bean := b.promises[kind]
	return bean && b.gain([]string{kind}, view) <= 0
}

// cost is what giving these cards away loses: what they would add here; a burden is a relief.
func (b *SensibleBot) cost(cards []string, view View) float64 {
	var here []string
	if view.Active == b.Seat {
		here = view.TurnedOver
	}
	sum := 0.0
	for _, kind := range cards {
		worth := b.gain([]string{kind}, view)
		grown := false
		for _, field := range view.Fields[b.Seat] {
			grown = grown || field.Kind == kind
		}
		switch {
		case grown:
			sum += worth
		case count(here, kind) > 0:
			sum += math.Min(0, worth)
		case count(view.Hand, kind) > 1:
			sum += 0.1
		default:
			sum -= 0.1
		}
	}
	return sum
}

// promises returns the coins of 0, 1, 2, … cards with the way to the next coin counted in part.
func promises(earns []int) []float64 {
	smooth := make([]float64, len(earns))
	low := 0
	for n := 1; n < len(earns); n++ {
		if earns[n] == earns[low] {
			continue
		}
		for m := low + 1; m <= n; m++ {
			step := float64((earns[n]-earns[low])*(m-low)) / float64(n-low)
			smooth[m] = float64(earns[low]) + step
		}
		low = n
	}
	return smooth[:low+1]
}

func is(do string) func(Choice) bool { return func(c Choice) bool { return c.Do == do } }

func only(d *Decision, do string) (found []Choice) {
	for _, c := range d.Choices {
		if c.Do == do {
			found = append(found, c)
		}
	}
	return found
}

// best returns the first choice with the highest score; the zero Choice if there is none.
func best(choices []Choice, score func(Choice) float64) (found Choice) {
	highest := math.Inf(-1)
	for _, c := range choices {
		if s := score(c); s > highest {
			found, highest = c, s
		}
	}
	return found
}

func count(cards []string, kind string) (n int) {
	for _, card := range cards {
		if card == kind {
			n++
		}
	}
	return n
}

func has(own, cards []string) bool {
	for _, kind := range cards {
		if count(own, kind) < count(cards, kind) {
			return false
		}
	}
	return true
}

func same(a, b []string) bool { return len(a) > 0 && fmt.Sprint(a) == fmt.Sprint(b) }

func without(cards, gone []string) []string {
	left := append([]string{}, cards...)
	for _, kind := range gone {
		for at, card := range left {
			if card == kind {
				left = append(left[:at], left[at+1:]...)
				break
			}
		}
	}
	return left
}

func newBot() Player { return &SensibleBot{Bot: Bot{Name: "go-sensible"}} }

func main() { Run(newBot()) }
