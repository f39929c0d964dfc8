// Picks any listed choice, and now and then makes up an honest offer. The weakest neighbour.

package main

// RandomBot plays by chance alone.
type RandomBot struct{ Bot }

// Choose answers every question alike.
func (b *RandomBot) Choose(d *Decision) Choice {
	canOffer := d.Ask == "answer" || d.Ask == "bid"
	if d.Ask == "trade" {
		canOffer = d.View.Round <= d.View.Rounds
	}
	if canOffer && b.Random.Below(4) == 0 {
		return b.anyOffer(d)
	}
	return d.Choices[b.Random.Below(len(d.Choices))]
}

// anyOffer offers up to two of its cards (none: a wish) for up to two kinds (none: a gift).
func (b *RandomBot) anyOffer(d *Decision) Choice {
	held := d.View.Hand
	word := "answer"
	if d.Ask == "trade" {
		held, word = d.OwnCards(), "trade"
	}
	beans := b.Game.Rulebook.Kinds
	var own []string
	for _, card := range held {
		for _, bean := range beans {
			if bean.Name == card {
				own = append(own, card)
			}
		}
	}
	var offer Offer
	for n := b.Random.Below(3); n > 0 && len(own) > 0; n-- {
		at := b.Random.Below(len(own))
		offer.Give.Cards = append(offer.Give.Cards, Card{Kind: own[at]})
		own = append(own[:at], own[at+1:]...)
	}
	wishes := b.Random.Below(3)
	if wishes == 0 && len(offer.Give.Cards) == 0 {
		wishes = 1
	}
	for len(offer.Want.Cards) < wishes {
		offer.Want.Cards = append(offer.Want.Cards, beans[b.Random.Below(len(beans))].Name)
	}
	return Choice{Do: word, Offers: []Offer{offer}}
}

func newBot() Player { return &RandomBot{Bot{Name: "go-random"}} }

func main() { Run(newBot()) }
