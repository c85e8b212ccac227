const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-([0-9a-f])[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const OPENCODE_ID = /\b(ses|msg|evt|prt)_[0-9A-Za-z]{26}\b/g;
const SLUG = /"slug": "[a-z-]+"/g;
const DAY_FOLDER = /\/20\d\d\/\d\d\/\d\d\//g;
const MILLISECONDS = /\b1[789]\d{11}\b/g;
const TIME = /20\d\d-\d\d-\d\dT\d\d[:-]\d\d([:-]\d\d(?![0-9a-f]{2}))?(\.\d{3})?/g;
const COUNTED = /("duration_ms": |"seconds_since_last_response": |PGID: |Wall time: )[\d.]+/g;

/**
 * Takes out of a recording what is different on every machine and in every run. Paths become `/repo` and `/home/user`; ids keep
 * their shape and stay different from each other.
 */
export function createScrubber({ folder, home, repo, root }) {
  const ids = new Map();
  const starts = new Set();
  const numberOf = (id) => {
    if (!ids.has(id)) ids.set(id, ids.size + 1);
    return ids.get(id).toString(16);
  };
  const numbered = (id, version) => {
    const number = numberOf(id).padStart(12, "0");
    // Some file names have the first part alone.
    starts.add(id.slice(0, 8));
    return `00000000-0000-${version}000-8000-${number}`;
  };
  const dashed = (path) => path.replace(/[^A-Za-z0-9]/g, "-");
  const places = [
    [repo, "/repo"],
    [home, "/home/user"],
    [folder, "/records"],
    [root, "/program"],
    [process.execPath, "/usr/bin/node"],
    [dashed(repo), "-repo"],
    [dashed(home), "-home-user"],
  ];
  return (text) => {
    let scrubbed = text;
    for (const [path, name] of places) scrubbed = scrubbed.replaceAll(path, name);
    scrubbed = scrubbed.replace(UUID, numbered);
    for (const start of starts) scrubbed = scrubbed.replaceAll(start, "00000000");
    return scrubbed
      .replace(OPENCODE_ID, (id, kind) => `${kind}_${numberOf(id).padStart(26, "0")}`)
      .replace(SLUG, '"slug": "quiet-river"')
      .replace(COUNTED, (_match, before) => `${before}5`)
      .replace(DAY_FOLDER, "/2026/01/01/")
      .replace(MILLISECONDS, "1767225600000")
      .replace(TIME, (time) => `2026-01-01${time.slice(10).replace(/\d/g, "0")}`);
  };
}
