//! Picks any listed choice, and now and then makes up an honest offer. The weakest neighbour.

mod bohnanza;
mod json;
mod messages;
mod offers;
#[cfg(test)]
mod tests;

use bohnanza::{run, Answer, Bot, Choice, Decision, Offer, Table, Trade};

#[derive(Default)]
struct RandomBot {}

impl Bot for RandomBot {
    const NAME: &'static str = "rust-random";

    /// Answers every question alike.
    fn choose(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        let can_offer = match decision.ask.as_str() {
            "trade" => decision.view.round <= decision.view.rounds,
            ask => ask == "answer" || ask == "bid",
        };
        if can_offer && table.random.below(4) == 0 {
            return Some(any_offer(table, decision));
        }
        Some(table.random.pick(&decision.choices).clone())
    }
}

/// Offers up to two of its cards (none: a wish) for up to two kinds (none: a gift).
fn any_offer(table: &mut Table, decision: &Decision) -> Choice {
    let kinds = table.game.rulebook.kinds.iter();
    let beans: Vec<String> = kinds.map(|kind| kind.name.clone()).collect();
    let mut own = match decision.ask.as_str() {
        "trade" => decision.own_cards(),
        _ => decision.view.hand.clone(),
    };
    own.retain(|card| beans.contains(card));
    let random = &mut table.random;
    let mut give = Vec::new();
    for _ in 0..random.below(3).min(own.len()) {
        give.push(own.remove(random.below(own.len())));
    }
    let wishes = random.below(3).max(usize::from(give.is_empty()));
    let want: Vec<String> = (0..wishes).map(|_| random.pick(&beans).clone()).collect();
    let offers = vec![Offer::new(&give, &want)];
    match decision.ask.as_str() {
        "trade" => Choice::Trade(Trade {
            offers,
            ..Trade::default()
        }),
        _ => Choice::Answer(Answer {
            offers,
            ..Answer::default()
        }),
    }
}

fn main() {
    run(RandomBot::default());
}
