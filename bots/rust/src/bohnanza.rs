//! Bohnanza bots in Rust 1.63 or newer, no crates.
//!
//! ```ignore
//! #[derive(Default)]
//! struct MyBot {}
//!
//! impl Bot for MyBot {
//!     const NAME: &'static str = "my_bot";
//!
//!     fn plant(&mut self, _: &mut Table, decision: &Decision) -> Option<Choice> {
//!         decision.find(|c| matches!(c, Choice::Plant { card, .. } if decision.grows(card)))
//!     }
//! }
//!
//! fn main() {
//!     run(MyBot::default());
//! }
//! ```
//!
//! A handler gets a decision and returns one of its choices, or one made up, such as a trade.
//! `None` stands for the first one listed, which is always legal. SPEC.md says what the messages
//! hold; messages.rs has them as types of Rust.

#![allow(dead_code, unused_imports)] // no bot uses all of it

pub use crate::json::{FromJson, Json, ToJson};
pub use crate::messages::*;
pub use crate::offers::*;
use std::fs::File;
use std::io::{self, Write};
use std::os::unix::io::AsFd;
use std::panic::{catch_unwind, AssertUnwindSafe};

const PROTOCOL: usize = 1;

/// A bot. Write those of its handlers that you want to answer yourself.
#[allow(unused_variables)]
pub trait Bot {
    /// The bot's name, as in its manifest.
    const NAME: &'static str;
    /// Its version, numbered as you like.
    const VERSION: &'static str = "1";
    /// Its author's name.
    const AUTHOR: &'static str = "";
    /// What to be asked besides: `"bids"`, `"no_counter"`, `"before_plant"`, `"before_trade"`,
    /// `"before_draw"`, `"windows"`.
    const WANTS: &'static [&'static str] = &[];
    /// True to get every decision in plain language, too.
    const TEXT: bool = false;

    /// Step 1: plants `decision.card`, or passes on the second one.
    fn plant(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        None
    }

    /// The active player's move in a negotiation: takes replies, posts offers, or ends it.
    fn trade(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        None
    }

    /// Answers the offers in `decision.deals()`, and may make counter-offers.
    fn answer(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        None
    }

    /// Opens with offers to the active player, if it wants `"bids"`.
    fn bid(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        None
    }

    /// Step 3: plants the cards received.
    fn set_aside(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        None
    }

    /// Acts out of turn, if it wants the window; `decision.window` says which it is.
    fn window(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        None
    }

    /// Sees every question, even those of expansions. Where you write your own, `self.pass_on`
    /// does the rest.
    fn choose(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        self.pass_on(table, decision)
    }

    /// Passes a question to its handler; there is no need to write your own.
    fn pass_on(&mut self, table: &mut Table, decision: &Decision) -> Option<Choice> {
        match decision.ask.as_str() {
            "plant" => self.plant(table, decision),
            "trade" => self.trade(table, decision),
            "answer" => self.answer(table, decision),
            "bid" => self.bid(table, decision),
            "set_aside" => self.set_aside(table, decision),
            "window" => self.window(table, decision),
            _ => None,
        }
    }

    /// Called when a game begins: `table` is all new.
    fn on_game_start(&mut self, table: &mut Table) {}

    /// Called for each event, before the decision that it came with.
    fn on_event(&mut self, table: &mut Table, event: &Event) {}

    /// Corrects a refused answer, once; with the arena's example unless you know better.
    fn on_refused(&mut self, table: &mut Table, refused: &Refused) -> Option<Choice> {
        refused.example.clone()
    }

    /// Called when the game is over: scores, places, winners.
    fn on_game_over(&mut self, table: &mut Table, result: &GameOver) {}
}

/// What stays the same from question to question.
#[derive(Clone, Debug)]
pub struct Table {
    /// The message that began the game.
    pub game: GameStart,
    /// Your seat.
    pub seat: usize,
    /// Seeded by the arena.
    pub random: Random,
    /// What to be asked besides. It may change in a game, and each begins with the bot's `WANTS`.
    pub wants: Vec<String>,
    said: Option<String>,
}

impl Table {
    fn new<B: Bot + ?Sized>(game: GameStart) -> Self {
        Table {
            seat: game.seat,
            random: Random::new(game.seed),
            wants: B::WANTS.iter().map(ToString::to_string).collect(),
            said: None,
            game,
        }
    }

    /// Adds a short public text to the next answer.
    pub fn say(&mut self, text: impl Into<String>) {
        self.said = Some(text.into());
    }

    /// Returns the coins for harvesting some cards of a kind.
    pub fn earns(&self, kind: &str, count: usize) -> usize {
        let mut kinds = self.game.rulebook.kinds.iter();
        let scale = kinds.find(|each| each.name == kind).map(|each| &each.earns);
        let coins = scale.and_then(|earns| earns.get(count).or_else(|| earns.last()));
        coins.copied().unwrap_or(0)
    }
}

// --- questions --------------------------------------------------------------------------

impl Decision {
    /// Returns the first listed choice that fits.
    pub fn find(&self, fits: impl Fn(&Choice) -> bool) -> Option<Choice> {
        self.choices.iter().find(|choice| fits(choice)).cloned()
    }

    /// Returns your fields from left to right.
    pub fn my_fields(&self) -> &[FieldView] {
        &self.view.fields[self.view.seat]
    }

    /// Returns true if one of your fields grows the kind.
    pub fn grows(&self, kind: &str) -> bool {
        self.my_fields().iter().any(|field| field.grows(kind))
    }

    /// Returns the kinds that you could give away: turned over first, then your hand. Orders among
    /// them cannot be traded: they are not among the rulebook's kinds.
    pub fn own_cards(&self) -> Vec<String> {
        let mut own = self.view.hand.clone();
        if self.view.seat == self.view.active {
            own.splice(..0, self.view.turned_over.iter().cloned());
        }
        own
    }
}

impl FieldView {
    /// Returns true if it grows the kind.
    pub fn grows(&self, kind: &str) -> bool {
        self.kind.as_deref() == Some(kind)
    }
}

// --- talking to the arena ---------------------------------------------------------------

/// Answers the arena until it says bye or hangs up.
pub fn run(bot: impl Bot) {
    let mut out = take_stdout().expect("a standard output");
    let mut talk = Talk::new(bot);
    for line in io::stdin().lines().map_while(Result::ok) {
        if let Some(reply) = talk.receive(&line) {
            if out.write_all((reply + "\n").as_bytes()).is_err() {
                return;
            }
        }
        if talk.over {
            return;
        }
    }
}

/// Returns the standard output; what is printed from now on goes to stderr, since it is no answer.
fn take_stdout() -> io::Result<File> {
    extern "C" {
        fn dup2(from: i32, to: i32) -> i32;
    }
    let out = io::stdout().as_fd().try_clone_to_owned()?;
    // SAFETY: it takes two numbers, and both are open all the time.
    unsafe { dup2(2, 1) };
    Ok(File::from(out))
}

/// A bot's side of the conversation, which tests can have without a process.
#[derive(Debug)]
pub struct Talk<B> {
    /// True after the arena's last line.
    pub over: bool,
    /// The handlers that panicked: each costs one decision, not the game.
    pub failures: usize,
    bot: B,
    table: Table,
    told_wants: Vec<String>,
}

impl<B: Bot> Talk<B> {
    /// Begins the conversation, before the arena's first line.
    pub fn new(bot: B) -> Self {
        let table = Table::new::<B>(GameStart::default());
        Talk {
            over: false,
            failures: 0,
            bot,
            table,
            told_wants: Vec::new(),
        }
    }

    /// Returns the answer to one line; `None` if none is due.
    pub fn receive(&mut self, line: &str) -> Option<String> {
        let message = Json::parse(line).unwrap_or_else(|| {
            eprintln!("not JSON: {line:.80}");
            Json::Null
        });
        match message.read::<String>("type").as_str() {
            "hello" => return Some(ready::<B>()),
            "game_start" => self.start(GameStart::from_json(&message)),
            "decide" => {
                let decision = Decision::from_json(&message);
                return Some(self.reply(decision.id, &decision.choices, |bot, table| {
                    for event in &decision.events {
                        bot.on_event(table, event);
                    }
                    bot.choose(table, &decision)
                }));
            }
            "refused" => {
                let refused = Refused::from_json(&message);
                eprintln!("refused: {}", refused.reason);
                let id = refused.id.filter(|_| refused.again)?;
                return Some(self.reply(id, &[], |bot, table| bot.on_refused(table, &refused)));
            }
            "game_over" => {
                let result = GameOver::from_json(&message);
                self.guarded(|bot, table| {
                    for event in &result.events {
                        bot.on_event(table, event);
                    }
                    bot.on_game_over(table, &result);
                });
            }
            "bye" => self.over = true,
            _ => {}
        }
        None
    }

    fn start(&mut self, game: GameStart) {
        self.table = Table::new::<B>(game);
        self.told_wants = self.table.wants.clone();
        self.guarded(Bot::on_game_start);
    }

    fn reply(
        &mut self,
        id: usize,
        listed: &[Choice],
        handler: impl FnOnce(&mut B, &mut Table) -> Option<Choice>,
    ) -> String {
        let choice = self.guarded(handler).flatten();
        // A listed choice goes back by its index, which is all of it in any version.
        let index = listed.iter().position(|each| choice.as_ref() == Some(each));
        let made_up = choice.filter(|_| index.is_none());
        let wants = &self.table.wants;
        let reply = Choose {
            id: Some(id),
            choice: made_up.map_or(index.unwrap_or(0).to_json(), |choice| choice.to_json()),
            say: self.table.said.take(),
            wants: (*wants != self.told_wants).then(|| wants.clone()),
            ..Choose::default()
        };
        self.told_wants.clone_from(wants);
        line("choose", &reply)
    }

    fn guarded<T>(&mut self, handler: impl FnOnce(&mut B, &mut Table) -> T) -> Option<T> {
        let (bot, table) = (&mut self.bot, &mut self.table);
        let result = catch_unwind(AssertUnwindSafe(|| handler(bot, table)));
        self.failures += usize::from(result.is_err());
        result.ok()
    }
}

fn ready<B: Bot>() -> String {
    let ready = Ready {
        name: Some(B::NAME.to_string()),
        version: B::VERSION.to_json(),
        author: Some(B::AUTHOR.to_string()),
        protocol: Some(PROTOCOL),
        wants: Some(B::WANTS.iter().map(ToString::to_string).collect()),
        text: Some(B::TEXT),
    };
    line("ready", &ready)
}

fn line(kind: &str, message: &impl ToJson) -> String {
    let mut json = message.to_json();
    json.set("type", kind);
    json.to_string()
}

/// Random numbers (mulberry32): for one seed the same in the SDKs of all languages.
#[derive(Clone, Debug)]
pub struct Random {
    state: u32,
}

impl Random {
    /// Begins the numbers of a seed.
    pub fn new(seed: u64) -> Self {
        Random {
            state: (seed ^ (seed >> 32)) as u32,
        }
    }

    /// Returns a whole number below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.state = self.state.wrapping_add(0x6d2b_79f5);
        let mut t = (self.state ^ (self.state >> 15)).wrapping_mul(self.state | 1);
        t ^= t.wrapping_add((t ^ (t >> 7)).wrapping_mul(t | 61));
        ((u64::from(t ^ (t >> 14)) * n as u64) >> 32) as usize
    }

    /// Returns one item of a list.
    ///
    /// # Panics
    ///
    /// If the list is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}
