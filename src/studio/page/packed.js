// Texts, compressed and in letters that an address can have.

/** The longest text, in bytes. */
const MOST = 1 << 20;

/** @param {ReadableStream<Uint8Array<ArrayBuffer>>} stream @param {number} most @returns {Promise<Blob>} */
async function gathered(stream, most) {
  const reader = stream.getReader();
  const parts = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > most) {
      reader.cancel();
      throw new RangeError(`it has more than ${most} bytes`);
    }
    parts.push(part.value);
  }
  return new Blob(parts);
}

/** @param {string} text */
export async function packed(text) {
  const blob = await gathered(new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw")), Infinity);
  const bytes = new Uint8Array(await blob.arrayBuffer());
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The bytes that were packed. Fails when these are not such letters, or more than `most` bytes. @param {string} letters @param {number} most */
export function unpacked(letters, most) {
  if (letters.length > 1.5 * most) throw new RangeError(`it has more than ${most} bytes`);
  const plain = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
  // An engine has millions of them.
  const bytes = new Uint8Array(plain.length);
  for (let at = 0; at < plain.length; at++) bytes[at] = plain.charCodeAt(at);
  return gathered(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")), most);
}

/** The text that was packed. @param {string} letters */
export async function unpackedText(letters) {
  const blob = await unpacked(letters, MOST);
  return new TextDecoder("utf-8", { fatal: true }).decode(await blob.arrayBuffer());
}
