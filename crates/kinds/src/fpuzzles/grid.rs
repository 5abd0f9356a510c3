//! The cells of a link: given numbers, candidates and regions.

use std::collections::BTreeMap;

use serde_json::Value;

use super::read::{Clue, Read, Reading, is_nothing, items};
use crate::board::{Place, letter};
use crate::data::{Entries, Entry};
use crate::kind::Values;

/// What cells have besides clues: the player's entries, and colours.
const ENTERED: &[&str] = &["centerPencilMarks", "cornerPencilMarks", "highlight", "c", "cArray"];

impl Reading<'_> {
    /// Reads given numbers, candidates and regions.
    pub(super) fn grid(&mut self, grid: &Value) -> Read<()> {
        let size = usize::from(self.data.board.rows);
        let rows = items("grid", grid)?;
        let is_square = rows.len() == size
            && rows.iter().all(|row| row.as_array().is_some_and(|row| row.len() == size));
        if !is_square {
            return Err(format!("expected a `grid` of {size} rows with {size} cells each"));
        }
        let mut regions: Vec<Option<usize>> = Vec::new();
        for (at, cell) in rows.iter().flat_map(|row| row.as_array()).flatten().enumerate() {
            let place = Place::Cell((at / size) as u16, (at % size) as u16);
            regions.push(self.square(place, cell)?.unwrap_or(Some(default_region(at, size))));
        }
        let is_usual = regions
            .iter()
            .enumerate()
            .all(|(at, region)| *region == Some(default_region(at, size)));
        if !is_usual {
            self.regions(&regions)?;
        }
        Ok(())
    }

    /// Reads the clues in a cell; returns its region, if the link has one.
    fn square(&mut self, place: Place, cell: &Value) -> Read<Option<Option<usize>>> {
        let cell = cell.as_object().ok_or_else(|| format!("the cell {place} is not an object"))?;
        let path = format!("the cell {place}");
        let mut region = None;
        for (key, value) in cell {
            let named =
                self.kind.link_names.iter().find(|named| *named.name == format!("grid.{key}"));
            let layer = named.and_then(|named| Some((named, self.kind.clue(&named.layer)?)));
            match (key.as_str(), layer) {
                ("region", _) => {
                    region = Some(value.as_u64().and_then(|region| usize::try_from(region).ok()))
                }
                ("given", _) => {}
                (key, _) if ENTERED.contains(&key) || is_nothing(value) => {}
                // Without `given`, this is the player's entry.
                ("value", _) if is_nothing(cell.get("given").unwrap_or(&Value::Null)) => {}
                (_, Some((named, layer))) => {
                    let clue = Clue { named, layer, row: value, path: path.clone() };
                    let entry = match self.kind.clues[layer].values {
                        Values::Numbers => Entry::Numbers(clue.numbers_of(value)?),
                        _ => Entry::Number(clue.number(value)?),
                    };
                    self.data.layers[layer].at.insert(place, entry);
                }
                (key, None) => return Err(format!("`{key}` in {path} is not supported")),
            }
        }
        Ok(region)
    }

    fn regions(&mut self, regions: &[Option<usize>]) -> Read<()> {
        let named = self.kind.link_names.iter().find(|named| &*named.name == "grid.region");
        let layer = named
            .and_then(|named| self.kind.clue(&named.layer))
            .ok_or("regions are not supported")?;
        let cells = self.data.board.cells();
        let mut groups: BTreeMap<usize, Vec<Place>> = BTreeMap::new();
        for (cell, region) in cells.into_iter().zip(regions) {
            if let Some(region) = region {
                groups.entry(*region).or_default().push(cell);
            }
        }
        let size = usize::from(self.data.board.rows);
        if let Some((region, cells)) = groups.iter().find(|(_, cells)| cells.len() != size) {
            return Err(format!("region {} has {} cells, not {size}", region + 1, cells.len()));
        }
        if groups.is_empty() {
            return Err("there are no regions: Sudoku without regions is not supported".to_owned());
        }
        let names = (0..groups.len()).map(letter).collect();
        self.data.layers[layer] =
            Entries { at: BTreeMap::new(), groups: groups.into_values().collect(), names };
        Ok(())
    }
}

/// The box of a cell if the link has no region for it: boxes are at least as wide as high, and as
/// square as possible.
pub(super) fn default_region(at: usize, size: usize) -> usize {
    let tall = (1..=size)
        .filter(|tall| tall * tall <= size && size.is_multiple_of(*tall))
        .max()
        .unwrap_or(1);
    let wide = size / tall;
    (at / size / tall) * (size / wide) + at % size / wide
}
