import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { FIT_TEXTS } from "../../../src/main/fit-texts.ts";
import { fileModelProfiles } from "../../../src/recall/embedding/model-profiles.ts";
import { embedMemory, LEAST_DECISIONS } from "../../../src/recall/operations/embed-memory.ts";
import { searchDecisions } from "../../../src/recall/operations/search-decisions.ts";
import { suggestLinks } from "../../../src/recall/operations/suggest-links.ts";
import { SCRIPTS, SHIPPED_MODEL } from "../../../src/recall/rules/model-profile.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import type { Embedder } from "../../../src/shared/ports.ts";
import { act, decision } from "../../support/decisions.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../../support/memory.ts";
import { englishModel, multilingualModel, squeezed } from "../../support/simulated-models.ts";
import { meaningBy } from "../../support/word-embedder.ts";

/** Statements with their reasons, questions about them in other words, and in Korean. */
const DECISIONS: readonly (readonly [
  statement: string,
  reasoning: string,
  question: string,
  korean?: string,
])[] = [
  [
    "Store orders in PostgreSQL",
    "A relational database keeps an order and its lines consistent. PostgreSQL transactions cover several tables, and orders refer to customers.",
    "Where are purchases persisted?",
    "주문을 어디에 저장합니까",
  ],
  [
    "Cache product pages in Redis for five minutes",
    "Most visitors read the same product pages. A cache in Redis answers them without the database, and five minutes old pages are fine.",
    "Why do we buffer catalogue pages?",
  ],
  [
    "Sign in with passkeys instead of passwords",
    "Passwords leak and are used twice. Passkeys cannot be phished, and sign in with a fingerprint is faster than a password.",
    "How do people log on?",
    "로그인은 어떻게 합니까",
  ],
  [
    "Deploy with containers on Kubernetes",
    "Containers are deployed the same way everywhere. Kubernetes restarts a container that fails and spreads the deployment over machines.",
    "What do we use to roll out releases?",
  ],
  [
    "Send invoices as PDF by email",
    "Customers file an invoice as PDF. Sending the invoice by email costs nothing, and a PDF looks alike everywhere.",
    "How do buyers receive bills?",
    "청구서를 어떻게 보냅니까",
  ],
  [
    "Write logs as JSON lines",
    "A log of JSON lines can be searched by field. Tools read JSON logs without parsers of our own, so logs stay structured.",
    "In which format is journal output?",
  ],
  [
    "Run integration tests against a real database",
    "A fake database hides mistakes in queries. Tests with a real database find them, and a test container starts within a second.",
    "Why do checks need actual storage?",
  ],
  [
    "Encrypt backups with a key of the customer",
    "A stolen backup must be useless. If the customer holds the encryption key, encrypted backups can be kept anywhere.",
    "Who holds the secret for archives?",
  ],
  [
    "Use a message queue between shop and warehouse",
    "The warehouse is offline at night. A queue keeps messages until the warehouse reads them, and the shop does not wait for it.",
    "How does the store talk to the depot?",
    "창고와 어떻게 통신합니까",
  ],
  [
    "Limit requests per customer to ten each second",
    "One customer with a script slowed down all requests. A limit per customer keeps requests of others fast.",
    "What throttles calls of a single client?",
  ],
  [
    "Render pages on the server",
    "Server rendering shows a page before scripts are loaded. Rendered pages are found by search engines, and slow phones show pages sooner.",
    "Where is markup produced?",
  ],
  [
    "Keep prices as integers of cents",
    "Floating numbers round prices wrongly. An integer of cents is exact, and sums of prices are exact integers.",
    "How do we represent amounts of money?",
  ],
];

const DICTIONARY = {
  order: ["order", "orders", "purchases", "주문을"],
  store: ["store", "stored", "keeps", "persisted", "저장합니까"],
  cache: ["cache", "buffer"],
  product: ["product", "catalogue"],
  sign: ["sign", "log", "로그인은"],
  in: ["on"],
  passkeys: ["passkeys", "passwords", "password", "people"],
  deploy: ["deploy", "deployed", "deployment", "roll", "releases"],
  containers: ["containers", "container"],
  invoice: ["invoice", "invoices", "bills", "청구서를"],
  send: ["send", "sending", "receive", "보냅니까"],
  customer: ["customer", "customers", "buyers", "client"],
  logs: ["logs", "journal"],
  json: ["json", "format"],
  test: ["test", "tests", "checks"],
  database: ["database", "storage"],
  real: ["real", "actual"],
  backup: ["backup", "backups", "archives"],
  key: ["key", "secret"],
  hold: ["holds", "hold"],
  warehouse: ["warehouse", "depot", "창고와"],
  queue: ["queue", "message", "messages", "talk", "통신합니까"],
  shop: ["shop", "store"],
  limit: ["limit", "throttles"],
  request: ["requests", "calls"],
  render: ["render", "rendering", "rendered", "produced"],
  page: ["page", "pages", "markup"],
  price: ["prices", "price", "amounts", "money"],
  integer: ["integer", "integers", "represent"],
};

const MODELS = {
  english: englishModel(DICTIONARY),
  squeezed: squeezed(englishModel(DICTIONARY)),
  multilingual: multilingualModel(DICTIONARY, FIT_TEXTS),
};

/** Of nobody's memory, and none of those that models are fitted with. */
const FOREIGN = (
  JSON.parse(readFileSync("bench/questions/foreign-questions.json", "utf8")) as { question: string }[]
).map(({ question }) => question);

interface Fitting extends TestMemory {
  readonly folder: string;
}

/** A memory of these decisions, embedded with the model, whose profiles are kept in a folder of its own. */
async function memoryWith(embedder: Embedder, decisions = DECISIONS): Promise<Fitting> {
  const folder = (await folderOfTest()).file("profiles");
  const memory = {
    ...(await openMemory()),
    profiles: fileModelProfiles(folder, (path) => path),
    meaning: meaningBy(embedder),
    folder,
  };
  for (const [statement, reasoning] of decisions)
    await addDecision(
      memory.memory,
      { decision: decision({ statement, reasoning, topicStated: false }) },
      act(),
    );
  await perform(embedMemory, {}, memory, callBy());
  return memory;
}

const fitTo = (memory: TestMemory) => perform(embedMemory, { fit: true }, memory, callBy());
const search = (memory: TestMemory, query: string) => perform(searchDecisions, { query }, memory, callBy());
/** The statements of the strong ones. */
const strong = async (memory: TestMemory, query: string): Promise<string[]> =>
  (await search(memory, query)).results
    .filter(({ strength }) => strength === "strong")
    .map(({ decision: { statement } }) => statement);

async function silentShare(memory: TestMemory): Promise<number> {
  let silent = 0;
  for (const question of FOREIGN) if ((await strong(memory, question)).length === 0) silent++;
  return silent / FOREIGN.length;
}

async function foundShare(memory: TestMemory): Promise<number> {
  let found = 0;
  for (const [statement, , question] of DECISIONS)
    if ((await strong(memory, question)).includes(statement)) found++;
  return found / DECISIONS.length;
}

describe("A model of which it is not known how close texts are", () => {
  it("is not searched with: words are, and the reply says so and what to do", async () => {
    const memory = await memoryWith(MODELS.squeezed);
    const { methods, notices } = await search(memory, "What throttles calls of a single client?");
    expect(methods).toEqual(["words", "graph"]);
    expect(notices).toEqual([
      {
        text: "Searched by words only: how close texts are by the model english/1/squeezed is not known yet.",
        remedies: [{ remedy: "fit-model" }],
      },
    ]);
    expect(await strong(memory, "What throttles calls of a single client?")).toEqual([]);
  });

  it("suggests no links", async () => {
    const memory = await memoryWith(MODELS.squeezed);
    await expect(perform(suggestLinks, {}, memory, callBy())).rejects.toMatchObject({
      reason: "no_model_profile",
      remedies: [{ remedy: "fit-model" }],
    });
    await fitTo(memory);
    expect(await perform(suggestLinks, {}, memory, callBy())).toMatchObject({
      suggested: [],
      withoutVector: 0,
    });
  });

  it("would return everything with the profile of the shipped model", async () => {
    const memory = await memoryWith(MODELS.squeezed);
    const { profiles } = await openMemory();
    expect(await silentShare({ ...memory, profiles })).toBeLessThan(0.1);
  });
});

describe("Fitting a model", () => {
  it.each(["english", "squeezed", "multilingual"] as const)(
    "keeps foreign questions silent and finds own ones: %s",
    async (name) => {
      const memory = await memoryWith(MODELS[name]);
      const { profile } = await fitTo(memory);
      expect(profile).toMatchObject({ origin: "fitted", decisions: DECISIONS.length });
      expect(await silentShare(memory)).toBeGreaterThanOrEqual(0.93);
      expect(await foundShare(memory)).toBeGreaterThanOrEqual(0.75);
    },
  );

  it("does not depend on the scale of the cosines", async () => {
    const [plain, narrow] = await Promise.all([memoryWith(MODELS.english), memoryWith(MODELS.squeezed)]);
    await Promise.all([fitTo(plain), fitTo(narrow)]);
    for (const [, , question] of DECISIONS)
      expect(await strong(narrow, question)).toEqual(await strong(plain, question));
  });

  it("finds out which scripts it reads", async () => {
    for (const [name, reads] of [
      ["english", []],
      ["multilingual", SCRIPTS],
    ] as const) {
      const { profile } = await fitTo(await memoryWith(MODELS[name]));
      expect(profile).toMatchObject({ profile: { reads } });
    }
  });

  it("lets Korean questions find English decisions, if the model reads Korean", async () => {
    const asked = DECISIONS.flatMap(([statement, , , korean]) => (korean ? [{ statement, korean }] : []));
    const [reads, cannot] = [await memoryWith(MODELS.multilingual), await memoryWith(MODELS.english)];
    await fitTo(reads);
    await fitTo(cannot);
    for (const { statement, korean } of asked) {
      expect(await search(reads, korean)).toMatchObject({
        methods: ["words", "meaning", "graph"],
        notices: [],
      });
      expect(await strong(reads, korean)).toContain(statement);
      expect(await search(cannot, korean)).toMatchObject({
        methods: ["words", "graph"],
        notices: ["The model cannot read Korean: searched by words."],
      });
      expect(await strong(cannot, korean)).toEqual([]);
    }
  });

  it("says how many decisions are needed if there are too few, and saves nothing", async () => {
    const few = DECISIONS.slice(0, LEAST_DECISIONS - 1);
    const memory = await memoryWith(MODELS.squeezed, [...few, ["Paint the shed green", "", ""]]);
    await expect(fitTo(memory)).rejects.toMatchObject({
      reason: "too_few_decisions",
      message: `How close texts are by english/1/squeezed cannot be found out yet. That needs ${LEAST_DECISIONS} decisions with reasons, and this memory has ${LEAST_DECISIONS - 1}.`,
    });
    expect(await memory.profiles.describe("english/1/squeezed")).toEqual({ origin: "absent" });
  });

  it("is refused for the shipped model, whose profile comes with the program", async () => {
    const memory = await memoryWith({ ...MODELS.english, model: SHIPPED_MODEL });
    await expect(fitTo(memory)).rejects.toMatchObject({ reason: "shipped_model" });
  });

  it("shows its progress, and stops when it is cancelled", async () => {
    const memory = await memoryWith(MODELS.english);
    const steps: number[] = [];
    const stop = new AbortController();
    const call = {
      ...callBy({ signal: stop.signal }),
      progress(done: number) {
        steps.push(done);
        if (steps.length === 3) stop.abort();
      },
    };
    await expect(perform(embedMemory, { fit: true }, memory, call)).rejects.toThrow();
    expect(steps).toEqual([12, 28, 44]);
    expect(await memory.profiles.describe("english/1")).toEqual({ origin: "absent" });
  });
});

describe("Switching to a model of which that is not known", () => {
  const to = (embedder: Embedder, memory: TestMemory) =>
    perform(embedMemory, { switchModel: true }, { ...memory, meaning: meaningBy(embedder) }, callBy());

  it("fits it unasked if there are enough decisions", async () => {
    const memory = await memoryWith(MODELS.english);
    const { profile, notices } = await to(MODELS.squeezed, memory);
    expect(profile.origin).toBe("fitted");
    expect(notices).toEqual([]);
    expect(await memory.profiles.of("english/1/squeezed")).toBeDefined();
  });

  it("says what is missing if there are not", async () => {
    const memory = await memoryWith(MODELS.english, DECISIONS.slice(0, 2));
    const { profile, notices } = await to(MODELS.squeezed, memory);
    expect(profile).toEqual({ origin: "absent" });
    expect(notices).toEqual([
      {
        text: `Search uses words only: how close texts are by the model english/1/squeezed is not known yet. That needs ${LEAST_DECISIONS} decisions with reasons, and this memory has 2.`,
        remedies: [{ remedy: "fit-model" }],
      },
    ]);
  });
});
