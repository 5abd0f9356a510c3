// The engine of a page that needs no server: the program as a WebAssembly module, a worker for each question.

import { began, module, worker } from "./carrier.js";
import { QUESTIONS } from "./questions.js";

/**
 * What a worker is told, and how that ended: the exit code, none when it was broken off; what was written on
 * stdout and on stderr; the memory that it took.
 * @typedef {{module: WebAssembly.Module, words: string[], input: string}} Task
 * @typedef {{code: number | null, answer: string, message: string, bytes: number}} Ended
 */

/** How many questions that search are worked on at a time. The others wait. */
const AT_A_TIME = Math.max(1, Math.min(3, (navigator.hardwareConcurrency ?? 2) - 1));

/** How much longer than its time limit a question may take to say what it has, in seconds. */
const GRACE = 2;

/** A worker that took more bytes than this is not asked again: its memory is given back. */
const LARGE = 64 << 20;

/** The exit code of commands that failed, and of `check` when it has judged a board wrong. */
const WRONG = 1;

/** The exit code of commands that a limit stopped. */
const STOPPED = 3;

/** Workers without a question. @type {Worker[]} */
const idle = [];

/** Questions that wait until fewer are worked on. @type {(() => void)[]} */
const waiting = [];

let searching = 0;

/** Waits until one more may search. @param {AbortSignal} signal @returns {Promise<void>} */
async function turn(signal) {
  if (searching < AT_A_TIME) searching++;
  else await new Promise((begin, giveUp) => {
    const enter = () => begin(undefined);
    waiting.push(enter);
    signal.addEventListener("abort", () => {
      const place = waiting.indexOf(enter);
      if (place >= 0) waiting.splice(place, 1);
      giveUp(signal.reason);
    });
  });
}

function leave() {
  const next = waiting.shift();
  if (next) next();
  else searching--;
}

/** What the program says, in a worker that is ended when it takes too long. @param {string[]} words @param {string} input @param {number} seconds @param {AbortSignal} signal @returns {Promise<Ended>} */
async function run(words, input, seconds, signal) {
  const program = await module;
  signal.throwIfAborted();
  const asked = idle.pop() ?? worker();
  const broken = (/** @type {string} */ message) => ({ code: null, answer: "", message, bytes: Infinity });
  let left = 0;
  /** @type {Ended | null} */
  let ended = null;
  try {
    ended = await new Promise((resolve, reject) => {
      left = setTimeout(() => resolve(broken(`error: no answer within ${seconds + GRACE} s`)), 1000 * (seconds + GRACE));
      signal.addEventListener("abort", () => reject(signal.reason));
      asked.onmessage = ({ data }) => resolve(data);
      asked.onerror = ({ message }) => resolve(broken(message));
      asked.postMessage({ module: program, words, input });
    });
    return /** @type {Ended} */ (ended);
  } finally {
    clearTimeout(left);
    if (!ended || ended.bytes > LARGE) asked.terminate();
    if (idle.length < AT_A_TIME) idle.push(ended && ended.bytes <= LARGE ? asked : worker());
  }
}

/** What a command said on stderr, with the place that it spoke of. @param {Ended} ended */
function failed({ code, message }) {
  const said = message.trim();
  const error = said.split("\n").find((line) => line.startsWith("error: "))?.slice("error: ".length);
  const isLarge = !said || /^memory allocation/m.test(said);
  const other = code === STOPPED ? "no answer within the time" : code === null && isLarge ? "the question took too much memory" : said;
  const [, line = null, column = null] = /^\s*--> -:(\d+)(?::(\d+))?/m.exec(said) ?? [];
  return { error: error ?? other, line: line && Number(line), column: column && Number(column), text: said, stopped: code === STOPPED || code === null };
}

/** @typedef {{status: number, said: any}} Reply */

/** What is answered to a request, as the server of `cnfetti studio` would: a text, or what the JSON says. @param {string} place @param {"GET" | "POST" | "PUT"} _method @param {string | undefined} body @param {AbortSignal} signal @returns {Promise<Reply>} */
export async function reach(place, _method, body, signal) {
  if (place === "api/file") return { status: 200, said: await began };
  const [path, query] = place.split("?");
  const question = QUESTIONS.find(({ name }) => `api/${name}` === path);
  if (!question) throw new RangeError(`no question ${path}`);
  const lost = await module.then(() => null, String);
  if (lost) return { status: 0, said: `The engine of this page cannot be loaded: ${lost}. Load the page again.` };
  const { seconds = "10", ...settings } = Object.fromEntries(new URLSearchParams(query));
  const set = Object.entries(settings).map(([key, value]) => (question.settings[key] ? `${question.settings[key]}=${value}` : value));
  const words = [...question.command, ...(question.reads ? ["-"] : []), ...set, ...(question.searches ? [`--time-limit=${seconds}`] : [])];
  if (question.searches) await turn(signal);
  try {
    const ended = await run(words, body ?? "", Number(seconds), signal);
    if (ended.answer && [0, WRONG, STOPPED].includes(ended.code ?? -1)) {
      return { status: 200, said: question.media === "application/json" ? JSON.parse(ended.answer) : ended.answer };
    }
    return { status: 422, said: failed(ended) };
  } finally {
    if (question.searches) leave();
  }
}
