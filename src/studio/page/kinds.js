// The kinds that are drawn on the page, each in a module of its own.

import { dice } from "./dice.js";
import { dominoes } from "./dominoes.js";
import { seating } from "./seating.js";
import { spots } from "./spots.js";

/**
 * What a kind has to say. A model is what its module makes of the text of a puzzle; cells are
 * "row,column" of the board. Entries are what a player has put there: by cell, by letter of dice,
 * or the cells of each domino. A key that does something says which way the cursor then goes.
 *
 * @typedef {Record<string, any>} Entries
 * @typedef {{top: number, left: number}} At
 * @typedef {import("./explain.js").Step} Step
 * @typedef {{index: number | null, turns: number}} Hand
 * @typedef {{get: (model: any, cell: string) => string | number, set: (model: any, text: string, cell: string) => void}} Field
 * @typedef {{text: string | Node, label: string, key: string, shade?: number, isUsed?: boolean}} Piece
 * @typedef {{
 *   fields: Record<string, Field>, fieldsOf?: (model: any) => Record<string, Field>, isFull: (model: any, entries: Entries) => boolean,
 *   read: (toml: Record<string, any>) => any, write: (model: any) => string,
 *   sketch?: (model: any) => string, missing?: (model: any) => {answer: string, detail: string} | null,
 *   first?: (model: any) => {answer: string, detail: string} | null,
 *   hasRoom: boolean, isWhole: boolean,
 *   side: (model: any) => [number, number], size: (model: any) => [number, number],
 *   brush: ((model: any, cell: string, at: [number, number]) => (cell: string) => void) | null,
 *   key: (model: any, cell: string, key: string) => [number, number] | null,
 *   speak: (model: any, cell: string, entries: Entries, marks: Record<string, string>) => string,
 *   pieces: (model: any, entries: Entries, hand: Hand) => Piece[],
 *   put: (model: any, piece: number, cell: string, entries: Entries, turns: number) => [string, any] | null,
 *   held?: (model: any, piece: number, cell: string, entries: Entries, turns: number) => Node[],
 *   at: (entries: Entries, cell: string, model: any) => string[],
 *   allows: (model: any, key: string, value: any) => boolean,
 *   keyOf: (name: string, at: At) => string | null,
 *   label: (model: any, value: number) => string,
 *   rules: (model: any) => string,
 *   whyNot?: (model: any, piece: number, cell: string, entries: Entries, turns: number) => string,
 *   asks?: (model: any, entries: Entries) => Record<string, string>,
 *   whole?: (model: any, entries: Entries) => Entries | null,
 *   board: (model: any, entries: Entries) => object,
 *   marked?: (model: any, marks: Record<string, number[]>, entries: Entries) => object,
 *   seen?: (model: any, entries: Entries) => object,
 *   entriesOf: (model: any, solution: any) => Entries,
 *   placed?: (model: any, step: Step, entries: Entries) => Entries,
 *   isKnown?: (model: any, step: Step, entries: Entries) => boolean,
 *   placement?: (model: any, value: number) => string[],
 *   shown?: (model: any, entries: Entries) => Record<string, string>,
 *   draw: (model: any, entries: Entries, look?: string) => Node[],
 * }} Kind
 */

/** @type {Record<string, Kind>} */
export const KINDS = { pips: dominoes, dice, seating, spots };
