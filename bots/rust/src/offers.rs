//! Offers: what they mean for a bot, and those of their parts that JSON writes in two ways.

#![allow(dead_code)] // no bot uses all of it

use crate::json::{FromJson, Json, ToJson};
use crate::messages::{Decision, GivenCard, Offer};

/// What a reply or an offer means for you.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Deal {
    /// What to take or accept it by.
    pub id: usize,
    /// Whose it is.
    pub seat: usize,
    /// The kinds that you get.
    pub get: Vec<String>,
    /// The kinds that you give; an offer may ask for what you don't have.
    pub give: Vec<String>,
    /// True for an offer that somebody made, false for an accept of one of yours.
    pub bid: bool,
}

impl Decision {
    /// Returns what you may take (ask `"trade"`) or must answer (ask `"answer"`), but nothing with
    /// an open side, for which `view.offers` has to be read.
    pub fn deals(&self) -> Vec<Deal> {
        let trade = self.ask == "trade";
        let view = &self.view;
        let mut deals = Vec::new();
        for accept in view.accepts.iter().filter(|_| trade) {
            let mine = view.offers.iter().find(|mine| mine.id == accept.offer);
            deals.push(Deal {
                id: accept.id,
                seat: accept.seat,
                get: kinds(&accept.give),
                give: kinds(mine.map_or(&[], |mine| mine.give.cards())),
                bid: false,
            });
        }
        let asked = self.offers.as_deref().unwrap_or_default();
        for offer in &view.offers {
            let put = asked.contains(&offer.id) || trade && offer.seat != view.active;
            if let (true, Side::Cards(give), Side::Cards(want)) = (put, &offer.give, &offer.want) {
                deals.push(Deal {
                    id: offer.id,
                    seat: offer.seat,
                    get: kinds(give),
                    give: want.clone(),
                    bid: true,
                });
            }
        }
        deals
    }
}

fn kinds(cards: &[GivenCard]) -> Vec<String> {
    cards.iter().map(|card| card.kind.clone()).collect()
}

impl Offer {
    /// Makes an offer to everybody, by kinds.
    pub fn new<S: AsRef<str>>(give: &[S], want: &[S]) -> Self {
        let want = want.iter().map(|kind| kind.as_ref().to_string());
        Offer {
            to: Address::All,
            give: Side::Cards(give.iter().map(|kind| kind.as_ref().into()).collect()),
            want: Side::Cards(want.collect()),
        }
    }
}

/// A card to give: any of a kind, or an exact one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Card {
    /// Any card of the kind.
    Kind(String),
    /// The card at an index of a place. If a kind is named, any other there is refused.
    Exact {
        place: Place,
        at: usize,
        kind: Option<String>,
    },
}

/// Where a card can lie; places in it are those of the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Place {
    Hand,
    TurnedOver,
    Store,
    SetAside,
}

const PLACES: [(Place, &str); 4] = [
    (Place::Hand, "hand"),
    (Place::TurnedOver, "turned_over"),
    (Place::Store, "store"),
    (Place::SetAside, "set_aside"),
];

impl From<&str> for Card {
    fn from(kind: &str) -> Self {
        Card::Kind(kind.to_string())
    }
}

impl FromJson for Card {
    fn from_json(json: &Json) -> Self {
        let exact = |(place, key): &(Place, &str)| {
            let (place, kind) = (*place, json.read("kind"));
            json.read::<Option<usize>>(key)
                .map(|at| Card::Exact { place, at, kind })
        };
        let found = PLACES.iter().find_map(exact);
        found.unwrap_or_else(|| Card::Kind(String::from_json(json)))
    }
}

impl ToJson for Card {
    fn to_json(&self) -> Json {
        let mut json = Json::default();
        match self {
            Card::Kind(kind) => json = kind.to_json(),
            Card::Exact { place, at, kind } => {
                for (_, key) in PLACES.iter().filter(|(each, _)| each == place) {
                    json.set(key, at);
                }
                json.set("kind", kind);
            }
        }
        json
    }
}

/// One side of an offer: cards, or what the other names.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Side<T> {
    /// These cards; none: a gift, or a wish.
    Cards(Vec<T>),
    /// What the other player names.
    Open,
}

impl<T> Side<T> {
    /// Returns the cards; none if the side is open.
    pub fn cards(&self) -> &[T] {
        match self {
            Side::Cards(cards) => cards,
            Side::Open => &[],
        }
    }
}

impl<T> Default for Side<T> {
    fn default() -> Self {
        Side::Cards(Vec::new())
    }
}

impl<T: FromJson> FromJson for Side<T> {
    fn from_json(json: &Json) -> Self {
        match json {
            Json::String(_) => Side::Open,
            cards => Side::Cards(Vec::from_json(cards)),
        }
    }
}

impl<T: ToJson> ToJson for Side<T> {
    fn to_json(&self) -> Json {
        match self {
            Side::Cards(cards) => cards.to_json(),
            Side::Open => "open".to_json(),
        }
    }
}

/// Whom an offer is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Address {
    /// For everybody.
    #[default]
    All,
    /// For one player.
    Seat(usize),
}

impl FromJson for Address {
    fn from_json(json: &Json) -> Self {
        match json {
            Json::Number(_) => Address::Seat(usize::from_json(json)),
            _ => Address::All,
        }
    }
}

impl ToJson for Address {
    fn to_json(&self) -> Json {
        match self {
            Address::All => Json::Null, // as if it was left out
            Address::Seat(seat) => seat.to_json(),
        }
    }
}

/// An id, or one with more: the copies to hand over.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IdOr<T> {
    /// The id: any copies will do.
    Id(usize),
    /// The id with the copies.
    More(T),
}

impl<T: FromJson> FromJson for IdOr<T> {
    fn from_json(json: &Json) -> Self {
        match json {
            Json::Object(_) => IdOr::More(T::from_json(json)),
            _ => IdOr::Id(usize::from_json(json)),
        }
    }
}

impl<T: ToJson> ToJson for IdOr<T> {
    fn to_json(&self) -> Json {
        match self {
            IdOr::Id(id) => id.to_json(),
            IdOr::More(more) => more.to_json(),
        }
    }
}
