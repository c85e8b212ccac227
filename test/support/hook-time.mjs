// Loaded before a hook: its time limits run out when the test says so, and never by themselves. With HOOK_TIME=over the time
// for a server is over as soon as it was asked; else each SIGUSR2 ends the shortest limit.

/** More than a hook waits for a server, and less than for everything, with `PATIENT_MS`. */
const FOR_SERVER_MS = 40_000;
const limits = new Map();

globalThis.setTimeout = (work, ms, ...args) => {
  const limit = { ref: () => limit, unref: () => limit };
  limits.set(limit, { ms, over: () => work(...args) });
  if (process.env.HOOK_TIME === "over" && ms < FOR_SERVER_MS) setImmediate(end, limit);
  return limit;
};
globalThis.clearTimeout = (limit) => void limits.delete(limit);
process.on("SIGUSR2", () => end([...limits].sort(([, a], [, b]) => a.ms - b.ms)[0]?.[0]));

function end(limit) {
  const { over } = limits.get(limit) ?? {};
  limits.delete(limit);
  over?.();
}
