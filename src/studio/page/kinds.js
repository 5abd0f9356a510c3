// The kinds besides pips that are drawn on the page, each in a module of its own.

import { dice } from "./dice.js";
import { seating } from "./seating.js";
import { signs } from "./signs.js";

/**
 * What a kind has to say. A model is what its module makes of the text of a puzzle; cells are
 * "row,column" of the board. Entries are what a player has put there: by cell, or by letter of dice.
 *
 * @typedef {Record<string, number>} Entries
 * @typedef {{top: number, left: number}} At
 * @typedef {{get: (model: any, cell: string) => string | number, set: (model: any, text: string, cell: string) => void}} Field
 * @typedef {{text: string, label: string, key: string, shade?: number, isUsed?: boolean}} Piece
 * @typedef {{
 *   beginning: string, fields: Record<string, Field>, isFull: (model: any, entries: Entries) => boolean,
 *   read: (toml: Record<string, any>) => any, write: (model: any) => string,
 *   hasRoom: boolean, isWhole: boolean,
 *   side: (model: any) => [number, number], size: (model: any) => [number, number],
 *   brush: ((model: any, cell: string, at: [number, number]) => (cell: string) => void) | null,
 *   key: (model: any, cell: string, key: string) => boolean,
 *   speak: (model: any, cell: string, entries: Entries) => string,
 *   pieces: (model: any, entries: Entries) => Piece[],
 *   put: (model: any, piece: number, cell: string) => [string, number] | null,
 *   at: (entries: Entries, cell: string, model: any) => string[],
 *   allows: (model: any, key: string, value: number) => boolean,
 *   nameOf: (key: string, at: At) => string, keyOf: (name: string, at: At) => string | null,
 *   label: (model: any, value: number) => string,
 *   board: (model: any, entries: Entries) => object,
 *   entriesOf: (model: any, solution: any) => Entries,
 *   draw: (model: any, entries: Entries) => Node[],
 * }} Kind
 */

/** @type {Record<string, Kind>} */
export const KINDS = { signs, dice, seating };
