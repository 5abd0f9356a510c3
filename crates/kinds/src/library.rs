//! The kinds that come with the program.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cnfetti_input::InputError;

use crate::address::Parts;
use crate::data::Data;
use crate::kind::Kind;

/// A kind that comes with the program.
pub struct Shipped {
    /// The name, as in the key `kind`.
    pub name: &'static str,
    /// Its file.
    pub text: &'static str,
    /// Where the kind is kept once it has been read.
    kept: fn() -> &'static OnceLock<Arc<Kind>>,
}

impl Shipped {
    /// What to find, in one line.
    pub fn summary(&self) -> String {
        self.read().map(|kind| kind.summary.clone()).unwrap_or_default()
    }

    /// The kind, which is read the first time.
    ///
    /// # Errors
    ///
    /// Never: a test reads each kind.
    pub fn read(&self) -> Result<Arc<Kind>, InputError> {
        let kept = (self.kept)();
        if let Some(kind) = kept.get() {
            return Ok(Arc::clone(kind));
        }
        let kind = Arc::new(Kind::read(self.text)?);
        Ok(Arc::clone(kept.get_or_init(|| kind)))
    }
}

/// The row for a file in `kinds/`.
macro_rules! shipped {
    ($($name:literal)*) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../kinds/", $name, ".toml")),
            kept: || {
                static KEPT: OnceLock<Arc<Kind>> = OnceLock::new();
                &KEPT
            },
        }),*]
    };
}

/// Every kind that comes with the program, by name.
pub static SHIPPED: &[Shipped] = shipped! {
    "akari"
    "all_or_nothing"
    "aqre"
    "aquarium"
    "arrow_numbers"
    "ayeheya"
    "balance_loop"
    "battenberg"
    "battleships"
    "binairo"
    "bosnian_road"
    "bricks"
    "buraitoraito"
    "canal_view"
    "castle_wall"
    "cave"
    "choco_banana"
    "chocona"
    "circles_and_squares"
    "clouds"
    "clusters"
    "context"
    "country_road"
    "creek"
    "detour"
    "doors"
    "doppelblock"
    "dosun_fuwari"
    "dotchi_loop"
    "double_back"
    "easy_as_abc"
    "eulero"
    "factors"
    "fillmat"
    "fillomino"
    "five_cells"
    "fobidoshi"
    "four_cells"
    "futoshiki"
    "galaxies"
    "gappy"
    "geradeweg"
    "grand_tour"
    "hakoiri"
    "hanare"
    "hashi"
    "heyawake"
    "hidato"
    "hitori"
    "inverse_litso"
    "island"
    "juosan"
    "kakurasu"
    "kakuro"
    "kakuru"
    "kazunori_room"
    "kenken"
    "koburin"
    "kojun"
    "kropki"
    "kurarin"
    "kurochute"
    "kuromasu"
    "kurotto"
    "la_paz"
    "light_and_shadow"
    "lighthouses"
    "linesweeper"
    "lits"
    "look_air"
    "magic_square"
    "magnets"
    "makaro"
    "map_colouring"
    "masyu"
    "mathrax"
    "meander_numbers"
    "mid_loop"
    "minarism"
    "minesweeper"
    "moon_or_sun"
    "mosaic"
    "munraito"
    "nawabari"
    "no_four_in_a_row"
    "no_three"
    "nondango"
    "nonogram"
    "norinori"
    "norinuri"
    "number_ball"
    "numberlink"
    "nuribou"
    "nurikabe"
    "nurimisaki"
    "one_room_one_door"
    "paint_area"
    "palisade"
    "putteria"
    "rassi_silai"
    "regional_yajilin"
    "rekuto"
    "renzoku"
    "retsurin"
    "ripple_effect"
    "roma"
    "sheep_and_wolves"
    "shikaku"
    "shimaguni"
    "shingoki"
    "signpost"
    "simple_gako"
    "simple_loop"
    "skyscrapers"
    "slant"
    "slitherlink"
    "smullyan"
    "snake"
    "square_jam"
    "star_battle"
    "stitches"
    "str8ts"
    "sudoku"
    "suguru"
    "suko"
    "sukoro"
    "sukoro_room"
    "sumiwake"
    "survo"
    "tango"
    "tapa"
    "tasquare"
    "tatamibari"
    "tenner_grid"
    "tents"
    "thermometers"
    "tile_paint"
    "train_tracks"
    "turn_around"
    "usoone"
    "vertex_slitherlink"
    "view"
    "wall_logic"
    "white_black_link"
    "wittgen"
    "yajikabe"
    "yajikazu"
    "yajilin"
    "yin_yang"
    "zip"
};

/// The puzzle in an address, and its kind.
///
/// # Errors
///
/// Returns the first unknown part of the address, with its place.
pub fn of_address(text: &str) -> Result<(&'static Shipped, Arc<Kind>, Data), InputError> {
    let parts = Parts::of(text)?;
    if let Some((shipped, kind)) = of_genre(parts.genre)? {
        let data = kind.read_address(&parts)?;
        return Ok((shipped, kind, data));
    }
    let kinds: Vec<Arc<Kind>> = SHIPPED.iter().map(Shipped::read).collect::<Result<_, _>>()?;
    let names = kinds.iter().flat_map(|kind| &kind.addresses).flat_map(|address| &address.names);
    Err(parts.unknown_genre(names.map(String::as_str)))
}

/// The kind whose addresses have this genre.
fn of_genre(genre: &str) -> Result<Option<(&'static Shipped, Arc<Kind>)>, InputError> {
    // Most kinds need not be parsed, because the genre does not occur in their file.
    let quoted = format!("\"{genre}\"");
    for shipped in SHIPPED.iter().filter(|shipped| shipped.text.contains(&quoted)) {
        let kind = shipped.read()?;
        if kind.reads(genre).is_some() {
            return Ok(Some((shipped, kind)));
        }
    }
    Ok(None)
}

/// Whether a kind that comes with the program reads addresses of this genre.
pub fn reads_genre(genre: &str) -> bool {
    of_genre(genre).is_ok_and(|found| found.is_some())
}

/// The kind with this name, if it comes with the program.
pub fn shipped(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|kind| kind.name == name)
}

/// A name that lives as long as the program, for kinds that do not come with it. Each name is
/// stored once.
pub fn interned(name: &str) -> &'static str {
    static NAMES: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
    let mut names = NAMES.lock().unwrap_or_else(PoisonError::into_inner);
    match names.get(name) {
        Some(known) => known,
        None => {
            let name: &'static str = Box::leak(name.into());
            names.insert(name);
            name
        }
    }
}
