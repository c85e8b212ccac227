import { describe, expect, it } from "vitest";
import { DOMAINS } from "../../src/decisions/rules/topic-and-domain.ts";
import { findDecision } from "../../src/decisions/sql/decisions.ts";
import { getWarnings } from "../../src/learning/operations/get-warnings.ts";
import { importAdr } from "../../src/portability/operations/import-adr.ts";
import { embedPending } from "../../src/recall/operations/embedding-service.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { writeFiles } from "../support/adr-files.ts";
import { commandLineOn, openCommandLine } from "../support/command-line.ts";
import { decide } from "../support/loop.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../support/memory.ts";
import { fail, type Json, succeed } from "../support/tools.ts";
import { meaningBy, wordEmbedder } from "../support/word-embedder.ts";

const PERSON = { kind: "human", name: "maintainer", role: "admin" } as const;

/** Texts that name no domain, for tools that ask for more than a statement. */
const SILENT = { topic: "zebra", reasoning: "It is what we want to have." };

const domainOf = async (memory: TestMemory, id: unknown): Promise<string | undefined> =>
  (await findDecision(memory, "shop", String(id)))?.domain;
const dataOf = (reply: Json): Json => reply["data"] as Json;

/** The domain that each way into the memory chooses for a statement. */
const ENTRIES: Readonly<Record<string, (memory: TestMemory, statement: string) => Promise<unknown>>> = {
  membria_get_decision_context: async (memory, statement) =>
    ((await succeed(memory, "membria_get_decision_context", { statement }))["calibration_context"] as Json)[
      "domain"
    ],
  warnings: async (memory, statement) => (await perform(getWarnings, { statement }, memory, callBy())).domain,
  "membria context": async (memory, statement) => {
    const { out } = await commandLineOn(memory, "shop").run("context", statement, "--json");
    return JSON.parse(out).calibration_context.domain;
  },
  membria_capture_decision: async (memory, statement) =>
    (
      await succeed(memory, "membria_capture_decision", {
        statement,
        alternatives: ["Nothing of it"],
        confidence: 0.5,
      })
    )["domain"],
  record_decision: async (memory, statement) => {
    const given = { title: statement, target: SILENT.topic, rationale: SILENT.reasoning };
    return domainOf(memory, (await succeed(memory, "record_decision", given))["decision_id"]);
  },
  save_decision: async (memory, statement) => {
    const given = { topic: `${SILENT.topic} 1`, decision: statement, reasoning: SILENT.reasoning };
    return domainOf(memory, dataOf(await succeed(memory, "save_decision", given))["decision_id"]);
  },
  memory_save_decision: async (memory, statement) => {
    const given = { topic: `${SILENT.topic} 2`, decision: statement, reasoning: SILENT.reasoning };
    return domainOf(memory, dataOf(await succeed(memory, "memory_save_decision", given))["decision_id"]);
  },
  "membria decide": async (memory, statement) => {
    const { out } = await commandLineOn(memory, "shop").run("decide", statement, "--json");
    return JSON.parse(out).module;
  },
  "membria import adr": async (memory, statement) => {
    const folder = (await folderOfTest()).file("adr");
    await writeFiles(folder, { "0001-x.md": `# 1. ${statement}\n\n## Status\n\nAccepted\n` });
    await perform(importAdr, { folder }, memory, callBy(PERSON));
    return domainOf(memory, `${folder}/0001-x.md`);
  },
};

const STATEMENTS = [
  ["Keep orders in PostgreSQL", "database"],
  ["Sign sessions with a JWT", "auth"],
  ["Deploy to Kubernetes from GitHub Actions", "devops"],
  ["An API for the database", "api"],
  ["Cache carts in Redis", "performance"],
  ["Let zebras carry the parcels", "general"],
] as const;

describe("The domain of a statement", () => {
  it.each(STATEMENTS)("%s is %s at every entry, whatever the memory has", async (statement, expected) => {
    const plain = await openMemory();
    const embedder = wordEmbedder();
    const embedded = { ...(await openMemory()), meaning: meaningBy(embedder) };
    for (let i = 0; i < 5; i++)
      await decide(embedded, { statement: `${statement}, part ${i}`, domain: "zoo" });
    await embedPending(embedded, embedder, new AbortController().signal);
    for (const memory of [plain, embedded]) {
      const chosen: Record<string, unknown> = {};
      for (const [name, entry] of Object.entries(ENTRIES)) chosen[name] = await entry(memory, statement);
      expect(chosen).toEqual(Object.fromEntries(Object.keys(ENTRIES).map((name) => [name, expected])));
    }
  });

  it("is found in the same further texts by a capture and by warnings", async () => {
    const memory = await openMemory();
    const given = { statement: "Buy it from somebody else", alternatives: ["Stripe, with its fees"] };
    const captured = await succeed(memory, "membria_capture_decision", { ...given, confidence: 0.5 });
    expect(captured).toMatchObject({ domain: "payments" });
    expect(await perform(getWarnings, given, memory, callBy())).toMatchObject({ domain: "payments" });
  });
});

describe("A module", () => {
  it.each(DOMAINS)("may be %s", async (module) => {
    const statement = "Let zebras carry the parcels";
    expect(
      await succeed(await openMemory(), "membria_get_decision_context", { statement, module }),
    ).toMatchObject({ calibration_context: { domain: module } });
  });

  it.each([
    ["databse", "database"],
    ["Database", "database"],
    ["db", "database"],
    ["ui", "frontend"],
    ["ops", "devops"],
    ["docs", "documentation"],
    ["k8s", "infra"],
    ["infrastructure", "infra"],
    ["perf", "performance"],
    ["test", "testing"],
  ])("that is not known is refused with the nearest one: %s, %s", async (module, nearest) => {
    const { data } = await fail(await openMemory(), "membria_get_warnings", { statement: "Do it", module });
    expect(data).toMatchObject({
      reason: "invalid_module",
      field: "module",
      problem: `The module "${module}" is not known; did you mean "${nearest}"?`,
      received: module,
      suggestion: `Known: ${DOMAINS.join(", ")}. Without a module the domain is detected.`,
    });
  });

  it("that is near none is refused without a guess", async () => {
    const { data } = await fail(await openMemory(), "membria_get_warnings", {
      statement: "Do it",
      module: "gardening",
    });
    expect(data["problem"]).toBe('The module "gardening" is not known.');
  });

  it("that a setting adds is the nearest one, too, and what other names mean follows the list", async () => {
    const memory = { ...(await openMemory()), modules: ["checkout", "database"] };
    const problem = async (module: string) =>
      (await fail(memory, "membria_get_warnings", { statement: "Do it", module })).data["problem"];
    expect(await problem("chekout")).toContain('did you mean "checkout"?');
    expect(await problem("k8s")).toBe('The module "k8s" is not known.');
  });

  it("that is not known is refused by the command line in the same words", async () => {
    const line = await openCommandLine();
    const { err, code } = await line.run("check", "Do it", "--module", "databse");
    expect(code).not.toBe(0);
    expect(err).toContain('"databse" is not known; did you mean "database"?');
    expect(err).toContain("Known: database, auth,");
  });
});

describe("What replaces a decision", () => {
  const next = { title: "Keep orders in PostgreSQL", target: "orders", rationale: "It is what we want." };
  const superseding = async (memory: TestMemory, olds: readonly string[]) =>
    domainOf(
      memory,
      (await succeed(memory, "supersede_decision", { ...next, old_decision_ids: olds }))["decision_id"],
    );

  it("is in its domain, and not in the one that its words point to", async () => {
    const memory = await openMemory();
    expect(await superseding(memory, [await decide(memory, { domain: "checkout" })])).toBe("checkout");
  });

  it("is in the domain of most of several, in a tie in that of the newest", async () => {
    const memory = await openMemory();
    const old = (domain: string) => {
      memory.clock.advance(1000);
      return decide(memory, { domain });
    };
    expect(await superseding(memory, [await old("a"), await old("a"), await old("b")])).toBe("a");
    expect(await superseding(memory, [await old("a"), await old("b")])).toBe("b");
  });

  it("is in a detected domain where none was found for the old one", async () => {
    const memory = await openMemory();
    expect(await superseding(memory, [await decide(memory, { domain: "general" })])).toBe("database");
  });

  it.each(["save_decision", "memory_save_decision"])(
    "on the same topic by %s is in its domain",
    async (tool) => {
      const memory = await openMemory();
      const old = await succeed(memory, "supersede_decision", {
        ...next,
        old_decision_ids: [await decide(memory, { domain: "checkout" })],
      });
      const given = { topic: next.target, decision: "Keep orders in MongoDB", reasoning: next.rationale };
      const saved = dataOf(await succeed(memory, tool, given));
      expect(saved["superseded"]).toEqual([old["decision_id"]]);
      expect(await domainOf(memory, saved["decision_id"])).toBe("checkout");
      const again = dataOf(await succeed(memory, tool, given));
      expect(again["decision_id"]).toBe(saved["decision_id"]);
    },
  );

  it("of a person, as a draft, is in its domain", async () => {
    const memory = await openMemory();
    const person = commandLineOn(memory, "shop");
    await person.run("decide", "Keep orders in MySQL", "--topic", "orders", "--domain", "checkout");
    const given = { topic: "orders", decision: "Keep orders in MongoDB", reasoning: next.rationale };
    const saved = dataOf(await succeed(memory, "save_decision", given));
    const draft = await findDecision(memory, "shop", String(saved["decision_id"]));
    expect(draft).toMatchObject({ standing: "draft", domain: "checkout" });
  });

  it("by evolve/supersede is in its domain", async () => {
    const memory = await openMemory();
    const old_decision_id = await decide(memory, { domain: "checkout" });
    const given = { old_decision_id, decision: "Keep orders in MongoDB", reasoning: next.rationale };
    const replaced = dataOf(await succeed(memory, "memory_evolve_supersede", given));
    expect(await domainOf(memory, replaced["decision_id"])).toBe("checkout");
  });

  it("at the command line is in its domain unless another is given", async () => {
    const line = await openCommandLine();
    const superseding = async (...flags: string[]) => {
      const old = await decide(line.memory, { domain: "checkout" }, PERSON);
      const { out } = await line.run("decide", "Keep it in Redis", "--supersedes", old, "--json", ...flags);
      return JSON.parse(out).module;
    };
    expect(await superseding()).toBe("checkout");
    expect(await superseding("--domain", "storage")).toBe("storage");
  });
});
