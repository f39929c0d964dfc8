//! Plants where it fits, harvests the cheapest loss, trades for what its fields grow.
//!
//! Everything rests on one number: the promise of a field, its coins with the way to the next coin
//! counted in part. A card is worth what it adds to the promise; a card that grows nowhere is worth
//! less than nothing, because room for it costs a harvest.

mod bohnanza;
mod json;
mod messages;
mod offers;
#[cfg(test)]
mod tests;

use bohnanza::*;
use std::collections::{HashMap, HashSet};

/// Of the deck: later a third field no longer pays for itself.
const THIRD_FIELD_UNTIL: f64 = 0.35;
/// What a card is worth in an empty field.
const FRESH_START: f64 = 0.2;
/// Smaller gains help the other side more.
const WORTH_A_TRADE: f64 = 0.05;

#[derive(Default)]
struct SensibleBot {
    deck: usize,
    promises: HashMap<String, Vec<f64>>,
    turn: usize,
    /// What it has offered in this turn.
    tried: HashSet<Offer>,
}

impl Bot for SensibleBot {
    const NAME: &'static str = "rust-sensible";

    fn on_game_start(&mut self, table: &mut Table) {
        let kinds = &table.game.rulebook.kinds;
        *self = SensibleBot::default();
        self.deck = kinds.iter().map(|kind| kind.count).sum();
        let promises = |kind: &KindOfBean| (kind.name.clone(), promises(&kind.earns));
        self.promises = kinds.iter().map(promises).collect();
    }

    fn choose(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        let welcome = decision.find(is_welcome);
        welcome.or_else(|| match decision.ask.as_str() {
            "use_offer" | "keep_or_leave" => pick(decision),
            _ => spare(decision).or_else(|| self.pass_on(table, decision)),
        })
    }

    fn plant(&mut self, _: &mut Table, decision: &Decision) -> Option<Choice> {
        self.settle(decision, &Vec::from_iter(decision.card.clone()))
    }

    fn set_aside(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        self.settle(decision, &decision.view.set_aside[table.seat])
    }

    fn trade(&mut self, _: &mut Table, decision: &Decision) -> Option<Choice> {
        let urgent = self.ripe(decision).or_else(|| self.third_field(decision));
        if urgent.is_some() {
            return urgent;
        }
        let taken = self.agreeable(decision);
        let mut offers = Vec::new();
        if decision.view.round <= decision.view.rounds {
            offers = self.proposals(decision, &taken);
        }
        let end = taken.is_empty() && offers.is_empty();
        let take = taken.iter().map(|deal| IdOr::Id(deal.id)).collect();
        Some(Choice::Trade(Trade { take, offers, end }))
    }

    fn answer(&mut self, _: &mut Table, decision: &Decision) -> Option<Choice> {
        let accepted = self.agreeable(decision);
        let offers = Vec::from_iter(self.counter(&decision.view, &accepted));
        let accept = accepted.iter().map(|deal| IdOr::Id(deal.id)).collect();
        Some(Choice::Answer(Answer {
            accept,
            offers,
            ..Answer::default()
        }))
    }

    fn bid(&mut self, _: &mut Table, decision: &Decision) -> Option<Choice> {
        let offers = Vec::from_iter(self.counter(&decision.view, &[]));
        Some(Choice::Answer(Answer {
            offers,
            ..Answer::default()
        }))
    }
}

// --- planting ---------------------------------------------------------------------------

/// Choices of expansions that are nearly always right; the last three are for cards never planted.
fn is_welcome(choice: &Choice) -> bool {
    use Choice::*;
    matches!(
        choice,
        FillOrder { .. }
            | ClaimCoin
            | BuyBuilding { .. }
            | Steal { .. }
            | LayOrder { .. }
            | PlayMagpie { .. }
            | KeepMagpie { .. }
    )
}

/// In a duel: plants what grows already, else what fills an empty field; refuses the rest.
fn pick(decision: &Decision) -> Option<Choice> {
    let mine = decision.my_fields();
    let planted = best(&decision.choices, |choice| match choice {
        Choice::Plant { field, .. } => Some(mine[*field].count as f64),
        _ => None,
    });
    planted.or_else(|| decision.find(|choice| matches!(choice, Choice::Discard { .. })))
}

/// In a duel, if nothing can be planted: a hand card that grows nowhere may go.
fn spare(decision: &Decision) -> Option<Choice> {
    let is_plant = |choice: &Choice| matches!(choice, Choice::Plant { .. });
    let is_discard = |choice: &Choice| matches!(choice, Choice::DiscardFromHand { .. });
    if decision.find(is_discard).is_none() || decision.find(is_plant).is_some() {
        return None;
    }
    let burden = decision.find(|choice| match choice {
        Choice::DiscardFromHand { card, .. } => !decision.grows(card),
        _ => false,
    });
    burden.or_else(|| decision.find(|choice| *choice == Choice::Pass))
}

/// Keeps a second card that may wait, unless more of its kind are in the hand.
fn skip(decision: &Decision) -> Option<Choice> {
    let card = decision.card.as_deref().unwrap_or_default();
    let few = count(&decision.view.hand, card) < 2;
    decision.find(|choice| few && *choice == Choice::Pass)
}

impl SensibleBot {
    /// Plants what fits, else in the open, else makes room as cheaply as can be.
    fn settle(&self, decision: &Decision, due: &[String]) -> Option<Choice> {
        let (mine, hand) = (decision.my_fields(), &decision.view.hand);
        let fits = |choice: &Choice| match choice {
            Choice::Plant { card, field } => mine[*field].grows(card),
            _ => false,
        };
        let many = |choice: &Choice| match choice {
            Choice::Plant { card, .. } => Some((count(due, card) + count(hand, card)) as f64),
            _ => None,
        };
        let cheap = |choice: &Choice| match choice {
            Choice::Harvest { field } => Some(-self.loss(&mine[*field], hand)),
            _ => None,
        };
        self.ripe(decision)
            .or_else(|| decision.find(fits))
            .or_else(|| skip(decision))
            .or_else(|| best(&decision.choices, many))
            .or_else(|| self.third_field(decision))
            .or_else(|| best(&decision.choices, cheap))
    }

    /// Harvests a field that can earn no more, since it is in the way.
    fn ripe(&self, decision: &Decision) -> Option<Choice> {
        decision.find(|choice| match choice {
            Choice::Harvest { field } => {
                let field = &decision.my_fields()[*field];
                let (kind, count) = (kind(field), field.count);
                self.promise(kind, count + 1) <= self.promise(kind, count)
            }
            _ => false,
        })
    }

    fn third_field(&self, decision: &Decision) -> Option<Choice> {
        let late = decision.view.draw_pile as f64 <= THIRD_FIELD_UNTIL * self.deck as f64;
        let early = decision.view.run_outs == 0 && !late;
        decision.find(|choice| early && *choice == Choice::BuyField)
    }

    // --- trading ------------------------------------------------------------------------

    /// Returns the deals to make: accepts, whose cards are fixed, then bids; the best first.
    fn agreeable(&self, decision: &Decision) -> Vec<Deal> {
        let view = &decision.view;
        let mut ranked: Vec<(f64, Deal)> = Vec::new();
        for deal in decision.deals() {
            let value = self.gain(&deal.get, view) - self.cost(&deal.give, view);
            if value >= WORTH_A_TRADE {
                ranked.push((value, deal));
            }
        }
        ranked.sort_by(|(value, a), (other, b)| {
            let better = a.bid.cmp(&b.bid).then(other.total_cmp(value));
            better.then(a.id.cmp(&b.id))
        });
        // Several offers may promise the same card: of those that look alike only one is safe.
        let clash = |a: &Deal, b: &Deal| match decision.ask.as_str() {
            "trade" => a.seat == b.seat || same(&a.give, &b.give),
            _ => same(&a.get, &b.get),
        };
        let mut own = decision.own_cards();
        let mut chosen: Vec<Deal> = Vec::new();
        for (_, deal) in ranked {
            if !chosen.iter().any(|other| clash(other, &deal)) && holds(&own, &deal.give) {
                own = without(&own, &deal.give);
                chosen.push(deal);
            }
        }
        chosen
    }

    /// Offers what grows nowhere for what grows here, once each; what nobody buys is a gift.
    fn proposals(&mut self, decision: &Decision, taken: &[Deal]) -> Vec<Offer> {
        let view = &decision.view;
        if view.turn != self.turn {
            self.turn = view.turn;
            self.tried.clear();
        }
        let mut growing = Vec::new();
        for field in decision.my_fields() {
            if field.count > 0 && self.gain(&[kind(field)], view) > 0.0 {
                growing.push(kind(field));
            }
        }
        let swaps = |card: &&str| -> Vec<Offer> {
            let swap = |kind: &&str| Offer::new(&[*card], &[*kind]);
            growing.iter().map(swap).collect()
        };
        let here = self.burdens(&view.turned_over, taken, view);
        let mut ideas: Vec<Offer> = here.iter().flat_map(swaps).collect();
        ideas.extend(here.iter().map(|card| Offer::new(&[card], &[])));
        ideas.extend(self.burdens(&view.hand, taken, view).iter().flat_map(swaps));
        let mut fresh = Vec::new();
        for idea in ideas {
            if fresh.len() < 3 && self.tried.insert(idea.clone()) {
                fresh.push(idea);
            }
        }
        fresh
    }

    /// Returns the kinds among these cards that are of no use here, and not spent.
    fn burdens<'a>(&self, cards: &'a [String], taken: &[Deal], view: &View) -> Vec<&'a str> {
        let mut found: Vec<&str> = Vec::new();
        for card in cards {
            let spent = taken.iter().any(|deal| deal.give.contains(card));
            if !spent && !found.contains(&card.as_str()) && self.is_burden(card, view) {
                found.push(card);
            }
        }
        found
    }

    /// Asks for a turned-over card that grows here, for one that grows there or is of no use.
    fn counter(&self, view: &View, accepted: &[Deal]) -> Option<Offer> {
        let (mut hand, mut left) = (view.hand.clone(), view.turned_over.clone());
        for deal in accepted {
            hand = without(&hand, &deal.give);
            left = without(&left, &deal.get);
        }
        hand.retain(|card| self.is_burden(card, view));
        let theirs = &view.fields[view.active];
        let grows = |card: &&String| theirs.iter().any(|field| field.grows(card));
        let pays = |card: &&String| self.gain(&[card], view) >= WORTH_A_TRADE;
        let pay = hand.iter().find(grows).or_else(|| hand.first())?;
        let want = left.iter().find(pays)?;
        let stands = view.offers.iter().any(|offer| {
            let given = offer.give.cards().first().map(|card| &card.kind);
            let alike = given == Some(pay) && offer.want.cards().first() == Some(want);
            alike && offer.seat == view.seat
        });
        (!stands).then(|| Offer::new(&[pay], &[want]))
    }

    // --- judging ------------------------------------------------------------------------

    fn promise(&self, kind: &str, count: usize) -> f64 {
        let scale = self.promises.get(kind);
        let coins = scale.and_then(|scale| scale.get(count).or_else(|| scale.last()));
        coins.copied().unwrap_or_default()
    }

    /// Returns what harvesting a field now gives up, the more the more of its kind are in the hand.
    fn loss(&self, field: &FieldView, hand: &[String]) -> f64 {
        let (kind, coins) = (kind(field), field.coins as f64);
        self.promise(kind, field.count) - coins + 0.3 * count(hand, kind) as f64
    }

    /// Returns what receiving these cards adds to its fields; below 0 if they cost a harvest.
    fn gain(&self, cards: &[impl AsRef<str>], view: &View) -> f64 {
        let mut mine = view.fields[view.seat].clone();
        let mut sum = 0.0;
        for card in cards.iter().map(AsRef::as_ref) {
            let grown = mine.iter().position(|field| field.grows(card));
            match grown.or_else(|| mine.iter().position(|field| field.count == 0)) {
                None => {
                    let losses = mine.iter().map(|field| self.loss(field, &view.hand));
                    sum -= losses.fold(f64::INFINITY, f64::min).max(0.1);
                }
                Some(at) => {
                    let field = &mut mine[at];
                    sum += match field.count {
                        0 => FRESH_START,
                        count => self.promise(card, count + 1) - self.promise(card, count),
                    };
                    field.kind = Some(card.to_string());
                    field.count += 1;
                }
            }
        }
        sum
    }

    /// Returns true for a bean that has no place here; orders, no beans, cannot be traded.
    fn is_burden(&self, card: &str, view: &View) -> bool {
        self.promises.contains_key(card) && self.gain(&[card], view) <= 0.0
    }

    /// Returns what giving these cards away loses: what they would add here, less for a burden.
    fn cost(&self, cards: &[String], view: &View) -> f64 {
        let mut sum = 0.0;
        for card in cards {
            let worth = self.gain(&[card], view);
            sum += if view.fields[view.seat].iter().any(|field| field.grows(card)) {
                worth
            } else if view.active == view.seat && view.turned_over.contains(card) {
                worth.min(0.0)
            } else if count(&view.hand, card) > 1 {
                0.1
            } else {
                -0.1
            };
        }
        sum
    }
}

/// Returns the coins of 0, 1, 2, … cards with the way to the next coin counted in part.
fn promises(earns: &[usize]) -> Vec<f64> {
    let mut smooth = vec![0.0];
    let mut low = 0;
    for next in 1..earns.len() {
        if earns[next] > earns[low] {
            let (step, way) = ((earns[next] - earns[low]) as f64, (next - low) as f64);
            smooth.extend((1..=next - low).map(|at| earns[low] as f64 + step * at as f64 / way));
            low = next;
        }
    }
    smooth
}

/// Returns the first choice with the highest score, of those that have one.
fn best(choices: &[Choice], score: impl Fn(&Choice) -> Option<f64>) -> Option<Choice> {
    let (mut found, mut highest) = (None, f64::NEG_INFINITY);
    for choice in choices {
        if let Some(score) = score(choice).filter(|score| *score > highest) {
            (found, highest) = (Some(choice), score);
        }
    }
    found.cloned()
}

/// Returns the kind that a field grows; of an empty one, "".
fn kind(field: &FieldView) -> &str {
    field.kind.as_deref().unwrap_or_default()
}

fn count(cards: &[String], kind: &str) -> usize {
    cards.iter().filter(|card| *card == kind).count()
}

fn holds(own: &[String], cards: &[String]) -> bool {
    let enough = |kind: &String| count(own, kind) >= count(cards, kind);
    cards.iter().all(enough)
}

fn same(a: &[String], b: &[String]) -> bool {
    !a.is_empty() && a == b
}

fn without(cards: &[String], gone: &[String]) -> Vec<String> {
    let mut left = cards.to_vec();
    for kind in gone {
        if let Some(at) = left.iter().position(|card| card == kind) {
            left.remove(at);
        }
    }
    left
}

fn main() {
    run(SensibleBot::default());
}
