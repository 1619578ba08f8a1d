//! The search of `judge` as plain functions over a linear memory, as the page of `judge export html` calls
//! it.
//!
//! Questions and answers are passed in two buffers. `input` allocates one of a given size and returns its
//! address; the next call consumes it. Calls that return a length leave that much JSON at `output`.
//!
//! This is a separate crate because exporting a function requires an attribute that counts as unsafe, which
//! `judge` forbids: it could shadow a function of the same name elsewhere. There is nothing else unsafe here.

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

/// Allocates the input buffer, and returns its address.
#[unsafe(no_mangle)]
pub extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; length];
        input.as_mut_ptr()
    })
}

/// The address of the last answer.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Reads the settings from the input buffer.
#[unsafe(no_mangle)]
pub extern "C" fn settings() {
    SETTINGS.set(INPUT.take());
}

/// Reads the index from the input buffer and opens the search.
#[unsafe(no_mangle)]
pub extern "C" fn open() -> usize {
    answer(opened())
}

fn opened() -> anyhow::Result<Value> {
    let settings: Settings = serde_json::from_slice(&SETTINGS.take())?;
    SEARCH.set(Some(PageSearch::open(INPUT.take(), &settings)?));
    Ok(json!({ "program": PROGRAM }))
}

/// Answers a question about both games, the first, or the second.
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

/// Stores an answer, and returns its length.
fn answer(value: anyhow::Result<Value>) -> usize {
    let value = value.unwrap_or_else(|why| json!({ "error": format!("{why:#}") }));
    let bytes = value.to_string().into_bytes();
    let length = bytes.len();
    OUTPUT.set(bytes);
    length
}
