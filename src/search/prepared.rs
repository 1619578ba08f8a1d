//! A query ready to be searched.

use super::answer::Request;
use super::query::Query;
use super::rank::Ranker;
use super::terms::QueryTerms;
use crate::corpus::Game;

/// What every step of a search needs: the request, its query as read, and the terms it is searched by.
pub(super) struct Prepared<'s> {
    pub(super) request: &'s Request,
    pub(super) query: &'s Query,
    /// The game it is about; `None` if that may be either.
    pub(super) game: Option<Game>,
    pub(super) terms: &'s QueryTerms,
    pub(super) ranker: Ranker<'s>,
}
