// Questions to the engine, wherever it is.

import { reach } from "./engine.js";

/** An error with the place in the puzzle that it speaks of. */
export class Wrong extends Error {
  /** @param {{error: string, line?: number | null, column?: number | null, stopped?: boolean, version?: string | null}} said */
  constructor({ error, line, column, stopped = false, version }) {
    super(error);
    this.line = line ?? null;
    this.column = column ?? null;
    /** Whether a limit is why there is no answer. */
    this.stopped = stopped;
    /** Of a file that has changed: which one it is now, null when there is none. */
    this.version = version;
  }
}

/** The answer, or something instead when the puzzle is wrong. @template T @param {Promise<T>} answer @param {(wrong: Wrong) => T | Promise<T>} instead @returns {Promise<T>} */
export const unlessWrong = (answer, instead) => answer.catch((error) => {
  if (error instanceof Wrong) return instead(error);
  throw error;
});

/** The engine does not answer any more, which the message says. */
export class Gone extends Error {}

/** @type {Map<string, AbortController>} */
const underway = new Map();

/**
 * Asks a question. One that has the same topic and is still open is ended: the engine drops it.
 * @param {string} name
 * @param {string} puzzle
 * @param {Record<string, string>} [settings]
 * @param {string} [topic]
 */
export const ask = (name, puzzle, settings, topic = name) => send(`api/${name}?${new URLSearchParams(settings)}`, "POST", puzzle, topic);

/** Ends what is asked about a topic. @param {string[]} topics */
export const forget = (...topics) => topics.forEach((topic) => underway.get(topic)?.abort());

/** What is answered, a text or what the JSON says. @param {string} place @param {"GET" | "POST" | "PUT"} method @param {string} [body] @param {string} [topic] @returns {Promise<any>} */
export async function send(place, method, body, topic = place) {
  forget(topic);
  const control = new AbortController();
  underway.set(topic, control);
  const { status, said } = await reach(place, method, body, control.signal);
  if (status === 0) throw new Gone(said);
  if (status !== 200) throw new Wrong(said);
  return said;
}
