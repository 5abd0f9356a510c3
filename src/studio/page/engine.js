// The engine of the studio's page: the program that serves it.

const ENDED = "The studio has ended. This browser keeps what is on the page: start `cnfetti studio` again and open its address.";

/** What it answers, a text or what the JSON says; the status is 0 when nobody answers. @param {string} place @param {"GET" | "POST" | "PUT"} method @param {string | undefined} body @param {AbortSignal} signal @returns {Promise<{status: number, said: any}>} */
export async function reach(place, method, body, signal) {
  const response = await fetch(place, { method, body, signal }).catch((error) => {
    if (signal.aborted) throw error;
  });
  if (!response || response.status === 404) return { status: 0, said: ENDED };
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, said: await (isJson ? response.json() : response.text()) };
}
