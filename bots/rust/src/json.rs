//! JSON, read as far as it is understood: what is missing, or of another type, is a default.

#![allow(dead_code)] // no bot uses all of it

use std::fmt;

/// Any JSON. The keys of an object are in the order in which they came.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Json {
    #[default]
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads a text; `None` unless it is one JSON value and nothing else.
    pub fn parse(text: &str) -> Option<Json> {
        let mut parser = Parser { rest: text };
        let value = parser.value()?;
        parser.rest.trim().is_empty().then_some(value)
    }

    /// Returns the value of an object's key; `Null` if there is none.
    pub fn get(&self, key: &str) -> &Json {
        let key = key.trim_start_matches("r#"); // as stringify! has the names of keywords
        let found = match self {
            Json::Object(pairs) => pairs.iter().find(|(name, _)| name == key),
            _ => None,
        };
        found.map_or(&Json::Null, |(_, value)| value)
    }

    /// Returns the value of an object's key, as another type.
    pub fn read<T: FromJson>(&self, key: &str) -> T {
        T::from_json(self.get(key))
    }

    /// Adds a key to an object, or to `Null`, unless its value is null.
    pub fn set(&mut self, key: &str, value: &(impl ToJson + ?Sized)) {
        let pair = (key.trim_start_matches("r#").to_string(), value.to_json());
        match self {
            _ if pair.1 == Json::Null => {}
            Json::Object(pairs) => pairs.push(pair),
            _ => *self = Json::Object(vec![pair]),
        }
    }
}

impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Json::Null => write!(f, "null"),
            Json::Bool(value) => write!(f, "{value}"),
            Json::Number(value) => write!(f, "{value}"),
            Json::String(text) => quoted(f, text),
            Json::List(items) => {
                for (at, item) in items.iter().enumerate() {
                    write!(f, "{}{}", if at == 0 { "[" } else { "," }, item)?;
                }
                write!(f, "{}", if items.is_empty() { "[]" } else { "]" })
            }
            Json::Object(pairs) => {
                for (at, (key, value)) in pairs.iter().enumerate() {
                    write!(f, "{}", if at == 0 { "{" } else { "," })?;
                    quoted(f, key)?;
                    write!(f, ":{value}")?;
                }
                write!(f, "{}", if pairs.is_empty() { "{}" } else { "}" })
            }
        }
    }
}

fn quoted(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    write!(f, "\"")?;
    for letter in text.chars() {
        match letter {
            '"' | '\\' => write!(f, "\\{letter}")?,
            '\0'..='\x1f' => write!(f, "\\u{:04x}", u32::from(letter))?,
            _ => write!(f, "{letter}")?,
        }
    }
    write!(f, "\"")
}

struct Parser<'a> {
    rest: &'a str,
}

impl Parser<'_> {
    fn value(&mut self) -> Option<Json> {
        self.rest = self.rest.trim_start();
        match self.rest.bytes().next()? {
            b'{' => self.items("{", "}", Self::pair).map(Json::Object),
            b'[' => self.items("[", "]", Self::value).map(Json::List),
            b'"' => self.string().map(Json::String),
            b't' => self.eat("true").map(|()| Json::Bool(true)),
            b'f' => self.eat("false").map(|()| Json::Bool(false)),
            b'n' => self.eat("null").map(|()| Json::Null),
            _ => self.number().map(Json::Number),
        }
    }

    fn eat(&mut self, token: &str) -> Option<()> {
        self.rest = self.rest.trim_start().strip_prefix(token)?;
        Some(())
    }

    fn items<T>(
        &mut self,
        start: &str,
        end: &str,
        item: fn(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.eat(start)?;
        let mut items = Vec::new();
        while self.eat(end).is_none() {
            if !items.is_empty() {
                self.eat(",")?;
            }
            items.push(item(self)?);
        }
        Some(items)
    }

    fn pair(&mut self) -> Option<(String, Json)> {
        let key = self.string()?;
        self.eat(":")?;
        Some((key, self.value()?))
    }

    fn number(&mut self) -> Option<f64> {
        let after = |c: char| !c.is_ascii_digit() && !"+-.eE".contains(c);
        let end = self.rest.find(after).unwrap_or(self.rest.len());
        self.taken(end)?.parse().ok()
    }

    fn string(&mut self) -> Option<String> {
        self.eat("\"")?;
        let mut text = String::new();
        loop {
            let end = self.rest.find(['"', '\\'])?;
            text.push_str(self.taken(end)?);
            if self.taken(1)? == "\"" {
                return Some(text);
            }
            text.push(match self.taken(1)? {
                "n" => '\n',
                "t" => '\t',
                "r" => '\r',
                "b" => '\x08',
                "f" => '\x0c',
                "u" => self.unicode()?,
                letter => letter.chars().next()?,
            });
        }
    }

    /// Reads what follows `\u`: four hexadecimal digits, or a pair of surrogates.
    fn unicode(&mut self) -> Option<char> {
        let mut units = vec![u16::from_str_radix(self.taken(4)?, 16).ok()?];
        if (0xd800..0xdc00).contains(&units[0]) && self.rest.starts_with("\\u") {
            self.taken(2)?;
            units.push(u16::from_str_radix(self.taken(4)?, 16).ok()?);
        }
        String::from_utf16_lossy(&units).chars().next()
    }

    fn taken(&mut self, bytes: usize) -> Option<&str> {
        let taken = self.rest.get(..bytes)?;
        self.rest = &self.rest[bytes..];
        Some(taken)
    }
}

/// What can be read from JSON, whatever it is: what does not fit is a default.
pub trait FromJson {
    /// Reads a value.
    fn from_json(json: &Json) -> Self;
}

/// What can be written as JSON.
pub trait ToJson {
    /// Returns the value to write.
    fn to_json(&self) -> Json;
}

impl FromJson for Json {
    fn from_json(json: &Json) -> Self {
        json.clone()
    }
}

impl ToJson for Json {
    fn to_json(&self) -> Json {
        self.clone()
    }
}

impl FromJson for bool {
    fn from_json(json: &Json) -> Self {
        *json == Json::Bool(true)
    }
}

impl ToJson for bool {
    fn to_json(&self) -> Json {
        Json::Bool(*self)
    }
}

impl FromJson for String {
    fn from_json(json: &Json) -> Self {
        match json {
            Json::String(text) => text.clone(),
            _ => String::new(),
        }
    }
}

impl ToJson for String {
    fn to_json(&self) -> Json {
        Json::String(self.clone())
    }
}

impl ToJson for str {
    fn to_json(&self) -> Json {
        Json::String(self.to_string())
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: &Json) -> Self {
        match json {
            Json::Null => None,
            value => Some(T::from_json(value)),
        }
    }
}

impl<T: ToJson> ToJson for Option<T> {
    fn to_json(&self) -> Json {
        self.as_ref().map_or(Json::Null, ToJson::to_json)
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: &Json) -> Self {
        match json {
            Json::List(items) => items.iter().map(T::from_json).collect(),
            _ => Vec::new(),
        }
    }
}

impl<T: ToJson> ToJson for Vec<T> {
    fn to_json(&self) -> Json {
        Json::List(self.iter().map(ToJson::to_json).collect())
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl FromJson for $number {
            fn from_json(json: &Json) -> Self {
                match json {
                    Json::Number(value) => *value as $number,
                    _ => Default::default(),
                }
            }
        }

        impl ToJson for $number {
            fn to_json(&self) -> Json {
                Json::Number(*self as f64)
            }
        }
    )*};
}

numbers! { usize u64 f64 }

/// Structs whose fields are the keys of JSON.
macro_rules! structs {
    ($($(#[$about:meta])* pub struct $name:ident {
        $($(#[$doc:meta])* pub $key:ident: $type:ty,)*
    })*) => {$(
        $(#[$about])*
        #[allow(clippy::derive_partial_eq_without_eq)] // some hold numbers that are not whole
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[$doc])* pub $key: $type,)*
        }

        impl FromJson for $name {
            fn from_json(json: &Json) -> Self {
                $name { $($key: json.read(stringify!($key)),)* }
            }
        }

        impl ToJson for $name {
            fn to_json(&self) -> Json {
                let mut json = Json::Object(Vec::new());
                $(json.set(stringify!($key), &self.$key);)*
                json
            }
        }
    )*};
}

/// Enums whose variants are told apart by the word that stands at one key.
macro_rules! enums {
    ($(pub enum $name:ident: $tag:literal {$(
        $(#[$about:meta])*
        $word:literal = $variant:ident
            $(($bound:ident: $struct:ty))?
            $({ $($(#[$doc:meta])* $key:ident: $type:ty,)* })?,
    )*})*) => {$(
        #[allow(clippy::derive_partial_eq_without_eq)]
        #[derive(Clone, Debug, PartialEq)]
        pub enum $name {
            $($(#[$about])* $variant $(($struct))? $({ $($(#[$doc])* $key: $type,)* })?,)*
            /// One of a later version, as it came.
            Other(Json),
        }

        impl FromJson for $name {
            fn from_json(json: &Json) -> Self {
                match json.read::<String>($tag).as_str() {
                    $($word => Self::$variant
                        $((<$struct>::from_json(json)))?
                        $({ $($key: json.read(stringify!($key)),)* })?,
                    )*
                    _ => Self::Other(json.clone()),
                }
            }
        }

        impl ToJson for $name {
            fn to_json(&self) -> Json {
                let mut json = Json::Object(Vec::new());
                match self {
                    $(Self::$variant $(($bound))? $({ $($key),* })? => {
                        $(json = $bound.to_json();)?
                        json.set($tag, $word);
                        $($(json.set(stringify!($key), $key);)*)?
                    })*
                    Self::Other(other) => json = other.clone(),
                }
                json
            }
        }
    )*};
}

pub(crate) use {enums, structs};
