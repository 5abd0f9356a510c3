// Questions to the program that serves this page.

/** An error with the place in the puzzle that it speaks of. */
export class Wrong extends Error {
  /** @param {{error: string, line?: number | null, column?: number | null, text?: string}} said */
  constructor(said) {
    super(said.error);
    this.line = said.line ?? null;
    this.column = said.column ?? null;
    this.text = said.text ?? said.error;
  }
}

/** The program does not answer any more. */
export class Gone extends Error {}

/** @type {Map<string, AbortController>} */
const underway = new Map();

/**
 * Asks a question. One that has the same topic and is still open is ended: the server drops it.
 * @param {string} name
 * @param {string} puzzle
 * @param {Record<string, string | number>} [settings]
 * @param {string} [topic]
 * @returns {Promise<string>}
 */
export async function ask(name, puzzle, settings = {}, topic = name) {
  const query = new URLSearchParams(Object.entries(settings).map(([key, value]) => [key, String(value)]));
  return send(`api/${name}?${query}`, "POST", puzzle, topic);
}

/**
 * As `ask`, when the answer is JSON.
 * @param {string} name
 * @param {string} puzzle
 * @param {Record<string, string | number>} [settings]
 * @param {string} [topic]
 * @returns {Promise<any>}
 */
export async function askJson(name, puzzle, settings, topic) {
  return JSON.parse(await ask(name, puzzle, settings, topic));
}

/** Ends what is asked about a topic. @param {string[]} topics */
export function forget(...topics) {
  for (const topic of topics) underway.get(topic)?.abort();
}

/** @param {string} place @param {"GET" | "POST" | "PUT"} method @param {string} [body] @param {string} [topic] */
export async function send(place, method, body, topic = place) {
  underway.get(topic)?.abort();
  const control = new AbortController();
  underway.set(topic, control);
  let response;
  try {
    response = await fetch(place, { method, body, signal: control.signal });
  } catch (error) {
    if (control.signal.aborted) throw error;
    throw new Gone("the studio has ended");
  }
  const text = await response.text();
  if (response.status === 404) throw new Gone("the studio was started anew");
  if (!response.ok) throw new Wrong(JSON.parse(text));
  return text;
}

/** Whether a question was ended because a newer one took its place. @param {unknown} error */
export function isEnded(error) {
  return error instanceof DOMException && error.name === "AbortError";
}
