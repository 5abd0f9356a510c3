// Other tabs with the same file: both say so, and when one saves it the others know.

/** Tells other tabs, and hears from them. @param {string} file @param {(text: string) => void} notice @returns {() => void} what to do after saving */
export function meet(file, notice) {
  if (!("BroadcastChannel" in window) || location.protocol === "file:") return () => {};
  const channel = new BroadcastChannel(`cnfetti.tabs:${location.pathname}:${file}`);
  channel.onmessage = ({ data }) => {
    if (data === "saved") return notice(`${file} was saved in another tab. Save here asks before it replaces that.`);
    notice(`${file} is open in another tab, too: what you save last stays.`);
    if (data === "opened") channel.postMessage("open");
  };
  channel.postMessage("opened");
  return () => channel.postMessage("saved");
}
