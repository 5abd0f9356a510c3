//! Addresses of puzz.link and similar sites, which contain the whole puzzle.
//!
//! After the `?` come the name of the genre, the numbers of columns and rows, and the clues. The
//! steps of an [`Address`] read the clues in order. Anything left over, and anything that a step
//! does not know, is an error with its place: nothing is read approximately.

mod areas;
mod bank;
mod decoders;
mod dots;
mod filling;
mod kakuro;
mod numbers;
mod outside;
mod packed;
mod reader;

use cnfetti_input::{InputError, Span};
use itertools::Itertools;

use crate::board::Board;
use crate::data::Data;
use crate::kind::{Address, Kind};
use crate::read::PIECES;
use decoders::{DECODERS, Decoder, How};
use filling::Filling;
use reader::Reader;

/// The known sites: all run the same program.
const SITES: &[&str] = &["puzz.link/p", "pzv.jp/p", "pzprxs.vercel.app/p", "pzplus.tck.mn/p"];

/// Whether a text is an address of any site; those of known sites may lack the `https://`.
pub fn is_address(text: &str) -> bool {
    let scheme = text.split_once("://");
    let is_web = scheme.is_some_and(|(scheme, _)| matches!(scheme, "https" | "http"));
    is_web || is_known_site(text) || crate::fpuzzles::is_link(text)
}

/// Whether a text is an address of a known site without `https://`, as browsers show it.
fn is_known_site(text: &str) -> bool {
    let text = text.strip_prefix("www.").unwrap_or(text);
    let site = text.split_once('?').map(|(site, _)| site.trim_end_matches('/'));
    site.is_some_and(|site| SITES.contains(&site.trim_end_matches(".html")))
}

/// The parts of an address, by their positions.
#[derive(Clone, Debug)]
pub struct Parts<'t> {
    text: &'t str,
    /// The name of the genre.
    pub genre: &'t str,
    genre_span: Span,
    /// The position of the number of columns.
    rest: usize,
}

impl<'t> Parts<'t> {
    /// Splits an address.
    ///
    /// # Errors
    ///
    /// Returns an error if it is not an address of a known site, or has no genre.
    pub fn of(text: &'t str) -> Result<Parts<'t>, InputError> {
        if let Some((at, other)) = text.char_indices().find(|(_, c)| !c.is_ascii_graphic()) {
            let span = at..at + other.len_utf8();
            return Err(InputError::expected(span, "an address", format!("`{other}` in it")));
        }
        let host = text.find("://").map_or(0, |at| at + 3);
        let query = text.find('?').unwrap_or(text.len());
        let site = text[host..query].trim_start_matches("www.");
        let site = site.trim_end_matches('/').trim_end_matches(".html");
        if text.contains("/penpa-edit") {
            let message = "a penpa-edit link holds a drawing, and not which puzzle it is";
            let help = "draw the puzzle on puzz.link and use its address, or type it into what \
                        `cnfetti new KIND` prints";
            return Err(InputError::new(host..text.len(), message).help(help));
        }
        if query == text.len() || !SITES.contains(&site) {
            let sites = SITES.iter().map(|site| format!("{site}?…")).join(", ");
            let expected = format!("an address of a site that is known ({sites})");
            return Err(InputError::expected(host..query, expected, format!("`{site}`")));
        }
        let end = text[query..].find('/').map_or(text.len(), |at| query + at);
        let genre = &text[query + 1..end];
        Ok(Parts { text, genre, genre_span: query + 1..end, rest: (end + 1).min(text.len()) })
    }

    /// The error for a genre that no kind has.
    pub fn unknown_genre<'n>(&self, known: impl IntoIterator<Item = &'n str>) -> InputError {
        let message = format!("no kind is known for the genre `{}`", self.genre);
        let error = InputError::new(self.genre_span.clone(), message);
        match cnfetti_input::similar(self.genre, known) {
            Some(meant) => error.help(format!("did you mean `{meant}`?")),
            None => error.help("`cnfetti list kinds` has all kinds"),
        }
    }
}

impl Kind {
    /// How the kind reads addresses of a genre, if it can.
    pub fn reads(&self, genre: &str) -> Option<&Address> {
        self.addresses.iter().find(|address| address.names.iter().any(|name| name == genre))
    }

    /// Reads the puzzle in an address of this genre.
    ///
    /// # Errors
    ///
    /// Returns the first unknown part of the address, with its place.
    pub fn read_address(&self, parts: &Parts<'_>) -> Result<Data, InputError> {
        let address = self.reads(parts.genre).ok_or_else(|| parts.unknown_genre([]))?;
        // Puzz.link writes `./` at the end, because many programs take a final dot for the end of a sentence.
        let text = parts.text.strip_suffix('/').filter(|text| text.ends_with('.'));
        let mut reader = Reader::new(text.unwrap_or(parts.text), parts.rest);
        let margin = address.body.iter().filter_map(|step| decoder(&step.decoder));
        let margin = margin.map(|decoder| decoder.margin).max().unwrap_or(0);
        reader.skip_letters(&address.display);
        let (columns, rows, span) = reader.size()?;
        let board = Board::within_limits(rows + margin, columns + margin);
        let board = board.ok_or_else(|| {
            let found = format!("{rows} × {columns}");
            InputError::expected(span.clone(), format!("a board of {}", Board::limits()), found)
        })?;
        let data = Data::new(self, board);
        if let Some((condition, source)) = &address.condition
            && !self.is_true(&data, condition)
        {
            let expected = format!("a board for which `{source}`");
            return Err(InputError::expected(span, expected, format!("{rows} × {columns}")));
        }
        let mut filling = Filling::new(self, data);
        let body = reader.here();
        for step in &address.body {
            let Some(decoder) = decoder(&step.decoder) else { continue };
            if step.optional && reader.is_done() {
                continue;
            }
            filling.fill(decoder, step, &mut reader)?;
        }
        if !reader.is_done() {
            let rest = reader.rest();
            return Err(InputError::expected(reader.here(), "the end of the address", rest));
        }
        filling.finish(body)
    }

    /// Writes a puzzle as an address.
    ///
    /// # Errors
    ///
    /// Returns an error if no address can express the puzzle, with the reason.
    pub fn write_address(&self, data: &Data) -> Result<String, String> {
        let title = &self.title;
        let Some(address) = self.addresses.first() else {
            return Err(format!("{title} has no puzz.link addresses"));
        };
        let decoders: Vec<(&Decoder, _)> =
            address.body.iter().filter_map(|step| Some((decoder(&step.decoder)?, step))).collect();
        let margin = decoders.iter().map(|(decoder, _)| decoder.margin).max().unwrap_or(0);
        let (rows, columns) = (usize::from(data.board.rows), usize::from(data.board.columns));
        let impossible = format!("a puzz.link address cannot express this {title} puzzle");
        let because_of = |what: &str| format!("{impossible}, because of its {what}");
        if rows <= margin || columns <= margin {
            return Err(because_of("size"));
        }
        let mut text = format!(
            "https://{}?{}/{}/{}/",
            SITES[0],
            address.names[0],
            columns - margin,
            rows - margin
        );
        let source = Filling::new(self, data.clone());
        for (at, (decoder, step)) in decoders.iter().enumerate() {
            let layers = || because_of(&format!("`{}`", step.layers.join("`, `")));
            let written = source.written(decoder, step).ok_or_else(layers)?;
            let is_left_out = step.optional
                && at + 1 == decoders.len()
                && step.layers.iter().all(|layer| source.is_empty(layer));
            if !is_left_out {
                text += &written;
            }
        }
        if text.ends_with('.') {
            text.push('/');
        }
        // The address leaves out what the steps cannot express, such as a parameter.
        let read = Parts::of(&text).and_then(|parts| self.read_address(&parts));
        let read = read.map_err(|error| format!("{impossible}: {}", error.message))?;
        match read.first_difference(self, data) {
            None => Ok(text),
            Some(name) => Err(because_of(&format!("`{name}`"))),
        }
    }

    /// Checks that the steps of addresses name known decoders, and layers that suit them.
    pub(crate) fn check_addresses(&self) -> Result<(), InputError> {
        for step in self.addresses.iter().flat_map(|address| &address.body) {
            let row = decoder(&step.decoder).ok_or_else(|| {
                let names = DECODERS.iter().map(|decoder| decoder.name).join(", ");
                let found = format!("`{}`", step.decoder);
                InputError::expected(step.span.clone(), format!("one of {names}"), found)
            })?;
            if let Some(name) = step.layers.iter().find(|name| !self.has_layer_for(row, name)) {
                let message = format!("there is no layer or parameter `{name}` to be read");
                return Err(InputError::new(step.span.clone(), message));
            }
            let is_fine = step.layers.len() == row.how.layers() && row.fits(self, &step.layers);
            if !is_fine {
                let message = format!("`{}` reads {}", row.name, row.reads);
                return Err(InputError::new(step.span.clone(), message));
            }
        }
        Ok(())
    }

    fn has_layer_for(&self, decoder: &Decoder, name: &str) -> bool {
        match decoder.how {
            How::Parameter | How::Fleet => self.parameter(name).is_some(),
            How::Bank => self.pieces.is_some() && name == PIECES,
            _ => self.clue(name).is_some(),
        }
    }
}

fn decoder(name: &str) -> Option<&'static Decoder> {
    DECODERS.iter().find(|decoder| decoder.name == name)
}

/// Every decoder by its name, with what it reads.
pub fn decoders() -> impl Iterator<Item = (&'static str, &'static str)> {
    DECODERS.iter().map(|decoder| (decoder.name, decoder.reads))
}
