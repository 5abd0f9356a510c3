//! The kinds that come with the program.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use cnfetti_input::InputError;

use crate::address::Parts;
use crate::data::Data;
use crate::kind::Kind;

/// What one looks for in a puzzle. A kind can belong to several families.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Numbers or letters, as in a Sudoku.
    Numbers,
    /// Which cells are shaded.
    Shading,
    /// Loops, paths and edges.
    Lines,
    /// A division into regions.
    Regions,
    /// Where things are, such as stars or tents.
    Objects,
}

impl Family {
    /// The name of the family.
    pub fn name(self) -> &'static str {
        match self {
            Family::Numbers => "numbers",
            Family::Shading => "shading",
            Family::Lines => "lines",
            Family::Regions => "regions",
            Family::Objects => "objects",
        }
    }
}

/// A kind that comes with the program.
pub struct Shipped {
    /// The name, as in the key `kind`.
    pub name: &'static str,
    /// The families that it belongs to.
    pub families: &'static [Family],
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
    ($($name:literal: $($family:ident)+;)*) => {
        &[$(Shipped {
            name: $name,
            families: &[$(Family::$family),+],
            text: include_str!(concat!("../kinds/", $name, ".toml")),
            kept: || {
                static KEPT: OnceLock<Arc<Kind>> = OnceLock::new();
                &KEPT
            },
        }),*]
    };
}

/// Hands the table of the kinds that come with the program to a macro: the name of each, which is also that of its file,
/// and its families.
#[macro_export]
macro_rules! with_shipped_kinds {
    ($table:ident) => {
        $table! {
            "akari": Objects;
            "all_or_nothing": Lines;
            "alphametic": Numbers;
            "aqre": Shading;
            "aquarium": Shading;
            "arrow_numbers": Objects;
            "ayeheya": Shading;
            "balance_loop": Lines;
            "battenberg": Shading;
            "battleships": Objects;
            "binairo": Shading;
            "bosnian_road": Shading;
            "bricks": Numbers;
            "buraitoraito": Objects;
            "burokku": Regions;
            "canal_view": Shading;
            "castle_wall": Lines;
            "cave": Shading;
            "choco_banana": Shading Regions;
            "chocona": Shading Regions;
            "circles_and_squares": Shading;
            "clouds": Shading;
            "clusters": Shading;
            "context": Shading;
            "country_road": Lines;
            "creek": Shading;
            "detour": Lines;
            "dominosa": Objects;
            "doors": Lines Regions;
            "doppelblock": Numbers;
            "dosun_fuwari": Objects;
            "dotchi_loop": Lines;
            "double_back": Lines;
            "easy_as_abc": Numbers;
            "eulero": Numbers;
            "factors": Numbers;
            "fillmat": Regions;
            "fillomino": Numbers Regions;
            "five_cells": Regions;
            "fobidoshi": Shading Objects;
            "four_cells": Regions;
            "futoshiki": Numbers;
            "galaxies": Regions;
            "gappy": Shading;
            "geradeweg": Lines;
            "grand_tour": Lines;
            "hakoiri": Numbers Objects;
            "hanare": Numbers;
            "hashi": Lines;
            "heyawake": Shading;
            "hexa_slitherlink": Lines;
            "hidato": Numbers;
            "hitori": Shading;
            "inverse_litso": Shading;
            "island": Shading;
            "juosan": Shading;
            "kakurasu": Shading;
            "kakuro": Numbers;
            "kakuru": Numbers;
            "kazunori_room": Numbers;
            "kenken": Numbers;
            "koburin": Shading Lines;
            "kojun": Numbers Regions;
            "kropki": Numbers;
            "kurarin": Shading Lines;
            "kurochute": Shading;
            "kuromasu": Shading;
            "kurotto": Shading;
            "la_paz": Shading Regions;
            "light_and_shadow": Shading Regions;
            "lighthouses": Objects;
            "linesweeper": Lines;
            "lits": Shading;
            "look_air": Shading;
            "magic_square": Numbers;
            "magnets": Objects;
            "makaro": Numbers;
            "map_colouring": Numbers Regions;
            "masyu": Lines;
            "mathrax": Numbers;
            "meander_numbers": Numbers;
            "mid_loop": Lines;
            "minarism": Numbers;
            "minesweeper": Objects;
            "moon_or_sun": Lines;
            "mosaic": Shading;
            "munraito": Objects;
            "nawabari": Regions;
            "no_four_in_a_row": Shading Objects;
            "no_three": Shading;
            "nondango": Shading Objects;
            "nonogram": Shading;
            "norinori": Shading;
            "norinuri": Shading;
            "number_ball": Numbers;
            "numberlink": Lines;
            "nuribou": Shading;
            "nurikabe": Shading;
            "nurimisaki": Shading;
            "one_room_one_door": Shading;
            "paint_area": Shading;
            "palisade": Regions;
            "pentominoes": Objects;
            "pentominous": Regions;
            "pipelink": Lines;
            "putteria": Numbers;
            "rassi_silai": Lines;
            "regional_yajilin": Shading Lines;
            "rekuto": Regions;
            "renzoku": Numbers;
            "retsurin": Shading Lines;
            "rikudo": Numbers;
            "ripple_effect": Numbers Regions;
            "roma": Lines Objects;
            "samurai": Numbers;
            "shakashaka": Shading Objects;
            "sheep_and_wolves": Lines;
            "shikaku": Regions;
            "shimaguni": Shading Regions;
            "shingoki": Lines;
            "signpost": Numbers;
            "signs": Numbers;
            "simple_gako": Numbers;
            "simple_loop": Lines;
            "skyscrapers": Numbers;
            "slant": Lines;
            "slitherlink": Lines;
            "smullyan": Shading;
            "snake": Shading;
            "square_jam": Regions;
            "star_battle": Objects;
            "statue_park": Objects;
            "stitches": Lines Regions;
            "str8ts": Numbers;
            "sudoku": Numbers;
            "suguru": Numbers Regions;
            "suko": Numbers;
            "sukoro": Numbers;
            "sukoro_room": Numbers;
            "sumiwake": Shading;
            "survo": Numbers;
            "tango": Shading Objects;
            "tapa": Shading;
            "tasquare": Shading;
            "tatamibari": Regions;
            "tenner_grid": Numbers;
            "tents": Objects;
            "tetrominous": Regions;
            "thermometers": Shading;
            "tile_paint": Shading;
            "toichika": Objects Regions;
            "toroidal_queens": Objects;
            "train_tracks": Lines;
            "turn_around": Lines;
            "usoone": Shading;
            "vertex_slitherlink": Lines;
            "view": Numbers;
            "wall_logic": Lines;
            "white_black_link": Lines;
            "wittgen": Regions Objects;
            "wrapping_net": Lines;
            "yajikabe": Shading;
            "yajikazu": Shading;
            "yajilin": Shading Lines;
            "yin_yang": Shading;
            "zip": Numbers Lines;
        }
    };
}

/// Every kind that comes with the program, by name.
pub static SHIPPED: &[Shipped] = with_shipped_kinds!(shipped);

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
