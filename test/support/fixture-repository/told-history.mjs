import { seeded } from "./code.mjs";
import { decisionSteps } from "./decision-steps.mjs";
import { AUTUMN } from "./decisions-2025-autumn.mjs";
import { SUMMER } from "./decisions-2025-summer.mjs";
import { WINTER } from "./decisions-2025-winter.mjs";
import { NEW_YEAR } from "./decisions-2026.mjs";
import { EVENTS } from "./events.mjs";
import { firstFiles } from "./files.mjs";
import { History } from "./history.mjs";
import { ordinarySteps } from "./ordinary-commits.mjs";

const DECISIONS = [...SUMMER, ...AUTUMN, ...WINTER, ...NEW_YEAR].sort((a, b) => (a.at < b.at ? -1 : 1));

/** Tells the whole history, step by step in the order of time. */
export function tellHistory(idOf) {
  const history = new History();
  const firstIds = new Map();
  const told = { history, idOf, random: seeded(7), named: new Map(), records: new Map(), decisions: [] };
  // A path of any time leads to where its file is now.
  told.pathNow = (path) => [...history.files()].find(([, { id }]) => id === firstIds.get(path))?.[0] ?? path;

  history.commit({
    at: "2025-07-01T08:00:00Z",
    message: "The shop as a service",
    ops: firstFiles(),
    who: "Maintainer",
  });
  for (const [path, { id }] of history.files()) firstIds.set(path, id);

  for (const decision of DECISIONS) {
    const record = { commits: [] };
    record.ids = () => {
      const files = record.commits.at(-1)?.files ?? history.files();
      return decision.files.map((path) => files.get(path)?.id).filter((id) => id !== undefined);
    };
    told.records.set(decision.key, record);
    told.decisions.push({ decision, record });
  }
  const steps = [
    ...told.decisions.flatMap(({ decision, record }) => decisionSteps(decision, record)),
    ...EVENTS,
    ...ordinarySteps("2025-07-02T00:00:00Z", "2026-03-31T00:00:00Z"),
  ].map((step) => ({ ...step, time: Date.parse(step.at) }));
  for (const step of steps.sort((a, b) => a.time - b.time)) step.run(told);
  history.commit({
    at: "2026-03-31T16:00:00Z",
    message: "chore: close the quarter",
    ops: [{ kind: "package", add: { fastify: "^4.29.0" } }],
    who: "Maintainer",
  });
  return told;
}
