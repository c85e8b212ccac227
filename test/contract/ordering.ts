import { expect, it } from "vitest";
import { addKey, readKeys } from "../../src/access/sql/keys.ts";
import { LINK_STATES, RELATIONS } from "../../src/decisions/rules/link.ts";
import {
  decisionPage,
  findDecision,
  addDecision as storeAddDecision,
} from "../../src/decisions/sql/decisions.ts";
import { decisionsToImprove, linksToImprove } from "../../src/decisions/sql/link-quality.ts";
import { linksOf, pendingLinks, storeLink } from "../../src/decisions/sql/links.ts";
import { addOutcome, addSignal, dueDecisions, historiesOf } from "../../src/decisions/sql/outcomes.ts";
import { addProposal, readProposals } from "../../src/decisions/sql/proposals.ts";
import { recentOutcomes, recentOutcomesByDomain } from "../../src/learning/sql/anomalies.ts";
import { openGuidance } from "../../src/learning/sql/guidance.ts";
import { beginImport, readImports } from "../../src/portability/sql/imports.ts";
import { readMemories } from "../../src/recall/sql/memories.ts";
import { addCheckpoint, latestCheckpoint } from "../../src/sessions/sql/notes.ts";
import type { Memory } from "../../src/store/file/memory.ts";
import { act, actor, DAY, decision, screened } from "../support/decisions.ts";
import { give, guidance } from "../support/guidance.ts";
import { link } from "../support/links.ts";
import { outcome, signal } from "../support/outcomes.ts";
import { openedForEach } from "./opened-for-each.ts";
import type { OpenStore } from "./opened-store.ts";

/** Three of the same time and one before them, so that order is `early`, `a`, `b`, `c`. */
const NAMES = ["early", "a", "b", "c"] as const;
type Name = (typeof NAMES)[number];
const ARRIVALS: readonly (readonly Name[])[] = [
  ["early", "a", "b", "c"],
  ["c", "a", "b", "early"],
  ["b", "early", "c", "a"],
];
const timeOf = (name: Name): Date => new Date(DAY.getTime() - (name === "early" ? 1_000 : 0));
/** Ids sort as the names do, except that `early` would be last: its time comes first. */
const idOf = (prefix: string, name: Name): string => `${prefix}_${name === "early" ? "z" : name}`;
const nameOf = (id: string): Name => (id.endsWith("_z") ? "early" : (id.slice(-1) as Name));

const oldestFirst = [...NAMES];
const newestFirst = NAMES.toReversed();

/** What is written under each name, and the orders it is read in. */
type Ordered = readonly [
  what: string,
  write: (memory: Memory, name: Name) => Promise<unknown>,
  read: (memory: Memory) => Promise<readonly string[]>,
  order: readonly Name[],
];

const onTopic = (name: Name) => ({
  ...decision({ id: idOf("dec", name), topic: "orders", domain: "api", createdAt: timeOf(name) }),
  dueAt: timeOf(name),
});
const addDecision = (memory: Memory, name: Name) =>
  storeAddDecision(memory, { decision: onTopic(name) }, act());
const settled = async (memory: Memory, name: Name) => {
  await addDecision(memory, name);
  await addOutcome(
    memory,
    "shop",
    idOf("dec", name),
    outcome(0, { id: idOf("out", name) }),
    act(timeOf(name)),
  );
};
const linked = async (memory: Memory, name: Name) => {
  for (const id of ["dec_from", idOf("dec", name)]) {
    if (!(await findDecision(memory, "shop", id)))
      await storeAddDecision(memory, { decision: decision({ id }) }, act());
  }
  const ends = { from: "dec_from", to: idOf("dec", name), reason: "So" };
  await storeLink(memory, link({ id: idOf("lnk", name), ...ends, proposedAt: timeOf(name) }), act());
};
const forOneDecision =
  (write: (memory: Memory, name: Name) => Promise<unknown>) => async (memory: Memory, name: Name) => {
    if (!(await findDecision(memory, "shop", "dec_one")))
      await storeAddDecision(memory, { decision: decision({ id: "dec_one" }) }, act());
    await write(memory, name);
  };
const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

const ORDERED: readonly Ordered[] = [
  [
    "decisions",
    addDecision,
    async (memory) => ids((await decisionPage(memory, { scope: "shop" }, 10)).items),
    newestFirst,
  ],
  [
    "pages of decisions of a domain",
    addDecision,
    async (memory) => {
      const filter = { scope: "shop", domain: "api" };
      const first = await decisionPage(memory, filter, 2);
      return ids([...first.items, ...(await decisionPage(memory, filter, 2, first.cursor)).items]);
    },
    newestFirst,
  ],
  [
    "memories",
    addDecision,
    async (memory) => {
      const { items } = await readMemories(memory, { scope: "shop", types: ["decision"] }, 10);
      return items.map((one) => (one.type === "decision" ? one.decision.id : ""));
    },
    newestFirst,
  ],
  [
    "decisions that are due",
    addDecision,
    async (memory) => ids((await dueDecisions(memory, "shop", DAY, 10)).items),
    oldestFirst,
  ],
  [
    "active decisions of a topic",
    addDecision,
    async (memory) => {
      const next = decision({ topic: "orders", id: "dec_next" });
      return ids(
        (await storeAddDecision(memory, { decision: next, reportSameTopic: true }, act())).sameTopic,
      );
    },
    newestFirst,
  ],
  [
    "decisions to improve",
    addDecision,
    async (memory) => ids(await decisionsToImprove(memory, "shop", "linkCoverage", 10)),
    newestFirst,
  ],
  [
    "outcomes of a decision",
    forOneDecision((memory, name) =>
      addOutcome(memory, "shop", "dec_one", outcome(1, { id: idOf("out", name) }), act(timeOf(name))),
    ),
    async (memory) => ids((await historiesOf(memory, "shop", ["dec_one"])).get("dec_one")?.outcomes ?? []),
    oldestFirst,
  ],
  [
    "signals of a decision",
    forOneDecision((memory, name) =>
      addSignal(memory, "shop", "dec_one", signal({ id: idOf("sig", name) }), act(timeOf(name))),
    ),
    async (memory) => ids((await historiesOf(memory, "shop", ["dec_one"])).get("dec_one")?.signals ?? []),
    oldestFirst,
  ],
  [
    "recent outcomes",
    settled,
    async (memory) => (await recentOutcomes(memory, "shop", 10)).map(({ decisionId }) => decisionId),
    newestFirst,
  ],
  [
    "recent outcomes of all projects",
    settled,
    async (memory) => (await recentOutcomes(memory, "all", 10)).map(({ decisionId }) => decisionId),
    newestFirst,
  ],
  [
    "recent outcomes by domain",
    settled,
    async (memory) => (await recentOutcomesByDomain(memory, "shop", 10)).map(({ decisionId }) => decisionId),
    newestFirst,
  ],
  [
    "recent outcomes by domain of all projects",
    settled,
    async (memory) => (await recentOutcomesByDomain(memory, "all", 10)).map(({ decisionId }) => decisionId),
    newestFirst,
  ],
  [
    "the latest checkpoint",
    (memory, name) =>
      addCheckpoint(
        memory,
        {
          id: idOf("chk", name),
          aliases: [],
          project: "shop",
          summary: screened("Half of it"),
          openFiles: [],
          nextSteps: screened("The other half"),
          author: actor().author,
          createdAt: timeOf(name),
        },
        act(),
      ),
    async (memory) => [(await latestCheckpoint(memory, "shop"))?.id ?? ""],
    ["c"],
  ],
  [
    "pending links",
    linked,
    async (memory) => ids((await pendingLinks(memory, "shop", {}, 10)).items),
    oldestFirst,
  ],
  [
    "links of a decision",
    linked,
    async (memory) => ids(await linksOf(memory, "shop", ["dec_from"], RELATIONS, LINK_STATES, 10)),
    newestFirst,
  ],
  ["links to improve", linked, async (memory) => ids(await linksToImprove(memory, "shop", 10)), newestFirst],
  [
    "proposals",
    (memory, name) =>
      addProposal(
        memory,
        {
          id: idOf("prop", name),
          project: "shop",
          kind: "repeated_failures",
          statement: screened("Decide it anew."),
          reasoning: screened("It keeps failing."),
          domain: "database",
          explanations: [],
          evidence: [],
          state: "draft",
          createdAt: timeOf(name),
          fedAt: DAY,
          target: screened(`target ${name}`),
        },
        act(),
      ),
    async (memory) => ids(await readProposals(memory, "shop", "draft", 10)),
    newestFirst,
  ],
  [
    "open guidance",
    (memory, name) => give(memory, guidance({ id: idOf("gdn", name), at: timeOf(name) })),
    async (memory) => ids(await openGuidance(memory, "shop", { since: timeOf("early") }, 10)),
    newestFirst,
  ],
  [
    "imports",
    (memory, name) =>
      beginImport(
        memory,
        { id: idOf("imp", name), project: "shop", kind: "json", source: name, fingerprint: name },
        act(timeOf(name)),
      ),
    async (memory) => ids(await readImports(memory, "shop")),
    newestFirst,
  ],
  [
    "keys",
    (memory, name) =>
      addKey(
        memory,
        {
          id: idOf("key", name),
          name: screened(name),
          role: "agent",
          mayConsent: false,
          digest: name,
          createdAt: timeOf(name),
          expiresAt: new Date(DAY.getTime() + 1_000),
        },
        act(),
      ),
    async (memory) => ids(await readKeys(memory)),
    newestFirst,
  ],
];

/** Records are ordered by their time, then by their id, whenever they arrived: so every copy has the same order. */
export function ordering(open: OpenStore): void {
  const current = openedForEach(open);
  const cases = ORDERED.flatMap(([what, write, read, order]) =>
    ARRIVALS.map((arrival) => ({ what, arrival, write, read, order })),
  );
  it.each(cases)("$what that arrived as $arrival", async ({ arrival, write, read, order }) => {
    const { memory } = current();
    for (const name of arrival) await write(memory, name);
    expect((await read(memory)).map(nameOf)).toEqual(order);
  });
}
