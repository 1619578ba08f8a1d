//! The search of `judge`, in the form that the page of `judge export html` can call: plain functions and one
//! memory.
//!
//! A question goes in and an answer comes out through two buffers. `input` makes one of a given size and
//! says where it is; what is called next takes it up. What a call answers with is JSON, as long as the call
//! says, at `output`.
//!
//! This is a crate of its own because a function can be exported only with an attribute that counts as
//! unsafe, which `judge` forbids itself: it could hide a function of that name elsewhere. There is nothing
//! else of the kind here.

use std::cell::RefCell;

use judge::Game;
use judge::faces::offline::find::{PROGRAM, PageSearch, Settings};
use serde_json::{Value, json};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SETTINGS: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static SEARCH: RefCell<Option<PageSearch>> = const { RefCell::new(None) };
}

/// Makes room for this many bytes, and says where.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Takes the settings up.
#[unsafe(no_mangle)]
pub extern "C" fn settings() {
    SETTINGS.set(INPUT.take());
}

/// Takes the index up and opens the search.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> usize {
    answer(opened())
}

fn opened() -> anyhow::Result<Value> {
    let settings: Settings = serde_json::from_slice(&SETTINGS.take())?;
    SEARCH.set(Some(PageSearch::open(INPUT.take(), &settings)?));
    Ok(json!({ "program": PROGRAM }))
}

/// Answers a question of both games, of the first or of the second.
#[unsafe(no_mangle)]
pub extern "C" fn search(game: usize) -> usize {
    answer(found(game))
}

fn found(game: usize) -> anyhow::Result<Value> {
    let game = game.checked_sub(1).and_then(|n| Game::ALL.get(n).copied());
    let words = String::from_utf8(INPUT.take())?;
    SEARCH.with_borrow(|search| {
        let search = search.as_ref().ok_or_else(|| anyhow::anyhow!("the search is not open"))?;
        Ok(serde_json::to_value(search.answer(&words, game)?)?)
    })
}

/// Keeps an answer, and says how long it is.
fn answer(value: anyhow::Result<Value>) -> usize {
    let value = value.unwrap_or_else(|why| json!({ "error": format!("{why:#}") }));
    let bytes = value.to_string().into_bytes();
    let length = bytes.len();
    OUTPUT.set(bytes);
    length
}
