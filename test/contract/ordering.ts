import { expect, it } from "vitest";
import { LINK_STATES, RELATIONS } from "../../src/decisions/rules/link.ts";
import type { Store } from "../../src/memory/store.ts";
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
  write: (store: Store, name: Name) => Promise<unknown>,
  read: (store: Store) => Promise<readonly string[]>,
  order: readonly Name[],
];

const onTopic = (name: Name) => ({
  ...decision({ id: idOf("dec", name), topic: "orders", domain: "api", createdAt: timeOf(name) }),
  dueAt: timeOf(name),
});
const addDecision = (store: Store, name: Name) => store.addDecision({ decision: onTopic(name) }, act());
const settled = async (store: Store, name: Name) => {
  await addDecision(store, name);
  await store.recordOutcome(
    "shop",
    idOf("dec", name),
    outcome(0, { id: idOf("out", name) }),
    act(timeOf(name)),
  );
};
const linked = async (store: Store, name: Name) => {
  for (const id of ["dec_from", idOf("dec", name)]) {
    if (!(await store.findDecision("shop", id)))
      await store.addDecision({ decision: decision({ id }) }, act());
  }
  const ends = { from: "dec_from", to: idOf("dec", name), reason: "So" };
  await store.proposeLink(link({ id: idOf("lnk", name), ...ends, proposedAt: timeOf(name) }), act());
};
const forOneDecision =
  (write: (store: Store, name: Name) => Promise<unknown>) => async (store: Store, name: Name) => {
    if (!(await store.findDecision("shop", "dec_one")))
      await store.addDecision({ decision: decision({ id: "dec_one" }) }, act());
    await write(store, name);
  };
const ids = (records: readonly { readonly id: string }[]): string[] => records.map(({ id }) => id);

const ORDERED: readonly Ordered[] = [
  [
    "decisions",
    addDecision,
    async (store) => ids((await store.listDecisions({ scope: "shop" }, 10)).items),
    newestFirst,
  ],
  [
    "pages of decisions of a domain",
    addDecision,
    async (store) => {
      const filter = { scope: "shop", domain: "api" };
      const first = await store.listDecisions(filter, 2);
      return ids([...first.items, ...(await store.listDecisions(filter, 2, first.cursor)).items]);
    },
    newestFirst,
  ],
  [
    "memories",
    addDecision,
    async (store) => {
      const { items } = await store.listMemories({ scope: "shop", types: ["decision"] }, 10);
      return items.map((one) => (one.type === "decision" ? one.decision.id : ""));
    },
    newestFirst,
  ],
  [
    "decisions that are due",
    addDecision,
    async (store) => ids((await store.dueDecisions("shop", DAY, 10)).items),
    oldestFirst,
  ],
  [
    "active decisions of a topic",
    addDecision,
    async (store) => {
      const next = decision({ topic: "orders", id: "dec_next" });
      return ids((await store.addDecision({ decision: next, reportSameTopic: true }, act())).sameTopic);
    },
    newestFirst,
  ],
  [
    "decisions to improve",
    addDecision,
    async (store) => ids(await store.decisionsToImprove("shop", "linkCoverage", 10)),
    newestFirst,
  ],
  [
    "outcomes of a decision",
    forOneDecision((store, name) =>
      store.recordOutcome("shop", "dec_one", outcome(1, { id: idOf("out", name) }), act(timeOf(name))),
    ),
    async (store) => ids((await store.historiesOf("shop", ["dec_one"])).get("dec_one")?.outcomes ?? []),
    oldestFirst,
  ],
  [
    "signals of a decision",
    forOneDecision((store, name) =>
      store.recordSignal("shop", "dec_one", signal({ id: idOf("sig", name) }), act(timeOf(name))),
    ),
    async (store) => ids((await store.historiesOf("shop", ["dec_one"])).get("dec_one")?.signals ?? []),
    oldestFirst,
  ],
  [
    "recent outcomes",
    settled,
    async (store) => (await store.recentOutcomes("shop", 10)).map(({ decisionId }) => decisionId),
    newestFirst,
  ],
  [
    "recent outcomes of all projects",
    settled,
    async (store) => (await store.recentOutcomes("all", 10)).map(({ decisionId }) => decisionId),
    newestFirst,
  ],
  [
    "recent outcomes by domain",
    settled,
    async (store) => (await store.recentOutcomesByDomain("shop", 10)).map(({ decisionId }) => decisionId),
    newestFirst,
  ],
  [
    "recent outcomes by domain of all projects",
    settled,
    async (store) => (await store.recentOutcomesByDomain("all", 10)).map(({ decisionId }) => decisionId),
    newestFirst,
  ],
  [
    "the latest checkpoint",
    (store, name) =>
      store.addCheckpoint(
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
    async (store) => [(await store.latestCheckpoint("shop"))?.id ?? ""],
    ["c"],
  ],
  [
    "pending links",
    linked,
    async (store) => ids((await store.pendingLinks("shop", {}, 10)).items),
    oldestFirst,
  ],
  [
    "links of a decision",
    linked,
    async (store) => ids(await store.linksOf("shop", ["dec_from"], RELATIONS, LINK_STATES, 10)),
    newestFirst,
  ],
  ["links to improve", linked, async (store) => ids(await store.linksToImprove("shop", 10)), newestFirst],
  [
    "proposals",
    (store, name) =>
      store.addProposal(
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
    async (store) => ids(await store.listProposals("shop", "draft", 10)),
    newestFirst,
  ],
  [
    "open guidance",
    (store, name) => give(store, guidance({ id: idOf("gdn", name), at: timeOf(name) })),
    async (store) => ids(await store.openGuidance("shop", { since: timeOf("early") }, 10)),
    newestFirst,
  ],
  [
    "imports",
    (store, name) =>
      store.beginImport(
        { id: idOf("imp", name), project: "shop", kind: "json", source: name, fingerprint: name },
        act(timeOf(name)),
      ),
    async (store) => ids(await store.listImports("shop")),
    newestFirst,
  ],
  [
    "keys",
    (store, name) =>
      store.addKey(
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
    async (store) => ids(await store.listKeys()),
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
    const { store } = current();
    for (const name of arrival) await write(store, name);
    expect((await read(store)).map(nameOf)).toEqual(order);
  });
}
