// A worker that runs the program, which is a WebAssembly module here. For the program each question is a process
// of its own: it has arguments, a text on standard input, two outputs and a clock, as WASI describes them, and
// neither files nor network.

/** @typedef {import("./engine.js").Task} Task @typedef {import("./engine.js").Ended} Ended */

/** The longest answer, in bytes. */
const MOST = 16 << 20;

/** What a call of the system says. */
const DONE = 0;
const BAD_DESCRIPTOR = 8;
const NOT_HERE = 52;

/** The program has ended by itself. */
class Exit extends Error {
  /** @param {number} code */
  constructor(code) {
    super();
    this.code = code;
  }
}

/** The calls of the system that a program may make. @param {string[]} words @param {string} input @param {() => WebAssembly.Memory} memory @param {Uint8Array[][]} outputs by descriptor */
function system(words, input, memory, outputs) {
  const text = new TextEncoder();
  const view = () => new DataView(memory().buffer);
  const bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(memory().buffer, at, length);
  const lists = { args: ["cnfetti", ...words], environ: ["NO_COLOR=1"] };
  const encoded = (/** @type {"args" | "environ"} */ name) => lists[name].map((word) => text.encode(`${word}\0`));
  let unread = text.encode(input);
  let written = 0;

  /** Tells how long a list is. @param {"args" | "environ"} name */
  const sizes = (name) => (/** @type {number} */ number, /** @type {number} */ length) => {
    view().setUint32(number, lists[name].length, true);
    view().setUint32(length, encoded(name).reduce((sum, word) => sum + word.length, 0), true);
    return DONE;
  };
  /** Hands out a list. @param {"args" | "environ"} name */
  const wordsOf = (name) => (/** @type {number} */ pointers, /** @type {number} */ at) => {
    for (const word of encoded(name)) {
      view().setUint32(pointers, at, true);
      bytes(at, word.length).set(word);
      pointers += 4;
      at += word.length;
    }
    return DONE;
  };
  /** Does something with each of some buffers, and tells how many bytes that were. @param {number} list @param {number} number @param {number} total @param {(buffer: Uint8Array) => number} act */
  const each = (list, number, total, act) => {
    let sum = 0;
    for (let at = list; at < list + 8 * number; at += 8) sum += act(bytes(view().getUint32(at, true), view().getUint32(at + 4, true)));
    view().setUint32(total, sum, true);
    return DONE;
  };

  return {
    args_sizes_get: sizes("args"),
    args_get: wordsOf("args"),
    environ_sizes_get: sizes("environ"),
    environ_get: wordsOf("environ"),
    clock_time_get(/** @type {number} */ clock, /** @type {bigint} */ _, /** @type {number} */ at) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(at, BigInt(Math.round(milliseconds * 1e6)), true);
      return DONE;
    },
    random_get(/** @type {number} */ at, /** @type {number} */ length) {
      for (let done = 0; done < length; done += 65536) crypto.getRandomValues(bytes(at + done, Math.min(length - done, 65536)));
      return DONE;
    },
    fd_read(/** @type {number} */ from, /** @type {number} */ list, /** @type {number} */ number, /** @type {number} */ total) {
      if (from !== 0) return BAD_DESCRIPTOR;
      return each(list, number, total, (buffer) => {
        const part = unread.subarray(0, buffer.length);
        buffer.set(part);
        unread = unread.subarray(part.length);
        return part.length;
      });
    },
    fd_write(/** @type {number} */ to, /** @type {number} */ list, /** @type {number} */ number, /** @type {number} */ total) {
      if (!outputs[to]) return BAD_DESCRIPTOR;
      return each(list, number, total, (buffer) => {
        written += buffer.length;
        if (written > MOST) throw new RangeError(`the answer is longer than ${MOST} bytes`);
        outputs[to].push(buffer.slice());
        return buffer.length;
      });
    },
    fd_prestat_get: () => BAD_DESCRIPTOR,
    fd_fdstat_get(/** @type {number} */ of, /** @type {number} */ at) {
      bytes(at, 24).fill(0);
      return of <= 2 ? DONE : BAD_DESCRIPTOR;
    },
    fd_close: () => DONE,
    sched_yield: () => DONE,
    proc_exit(/** @type {number} */ code) {
      throw new Exit(code);
    },
  };
}

/** Runs the program to its end. @param {Task} task @returns {Ended} */
function run({ module, words, input }) {
  const outputs = /** @type {Uint8Array<ArrayBuffer>[][]} */ ([[], [], []]);
  const known = /** @type {Record<string, Function>} */ (system(words, input, () => memory, outputs));
  const wanted = WebAssembly.Module.imports(module).map(({ name }) => [name, known[name] ?? (() => NOT_HERE)]);
  const { exports } = new WebAssembly.Instance(module, { wasi_snapshot_preview1: Object.fromEntries(wanted) });
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory);
  let [code, fault] = [/** @type {number | null} */ (0), ""];
  try {
    /** @type {() => void} */ (exports._start)();
  } catch (error) {
    code = error instanceof Exit ? error.code : null;
    if (!(error instanceof Exit)) fault = String(error);
  }
  const said = (/** @type {Uint8Array<ArrayBuffer>[]} */ parts) => {
    const decoder = new TextDecoder();
    return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
  };
  const message = said(outputs[2]) + fault;
  return { code, answer: said(outputs[1]), message, bytes: memory.buffer.byteLength };
}

globalThis.onmessage = ({ data }) => postMessage(run(data));
