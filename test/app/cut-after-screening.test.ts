import { writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { harvestCandidates } from "../../src/candidates/operations/harvest-candidates.ts";
import { openCandidates } from "../../src/candidates/sql/candidate-rows.ts";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { clientOf } from "../../src/mcp/calls/call.ts";
import { importServerMemory } from "../../src/portability/operations/import-server-memory.ts";
import { gitCheckout } from "../../src/repository/git/checkout.ts";
import { recordDelivery } from "../../src/repository/operations/told-by-event.ts";
import { readGithub } from "../../src/repository/rules/webhooks/github.ts";
import { payloadOf } from "../../src/repository/rules/webhooks/payload.ts";
import { reportsOf } from "../../src/repository/sql/report-rows.ts";
import { perform } from "../../src/shared/operations/operation.ts";
import { startScreening } from "../../src/shared/screening.ts";
import { secretScanner } from "../../src/shared/secrets/secret-scanner.ts";
import { act, decision } from "../support/decisions.ts";
import { gitRepository, WITH_GIT, workTree } from "../support/git.ts";
import { callBy, folderOfTest, openMemory, type TestMemory } from "../support/memory.ts";
import { openSession } from "../support/reporting-session.ts";
import { github, REPOSITORY } from "../support/webhooks.ts";
import { bytesOnDisk } from "../support/words-on-disk.ts";

// Put together here, so that this file holds nothing that a scanner would take for a secret.
const DASHES = "-".repeat(5);
const LETTERS = "k7Qz2mXw9Rb4Tn6Vc1Ld8Hs3Gf5Jp0YaUeoIMrKBtWxZqNvDSFgChjlEyPuA";
const LINES = Array.from({ length: 14 }, (_, n) => (LETTERS.slice(n * 3) + LETTERS.repeat(2)).slice(0, 64));
const mark = (place: string): string => `${DASHES}${place} PRIVATE KEY${DASHES}`;
/** Longer than a sentence that is read. */
const KEY = [mark("BEGIN"), ...LINES, mark("END")].join("\n");
const ONE_LINE_KEY = KEY.replaceAll("\n", " ");
const TOKEN = `gh${"p_"}${LETTERS.slice(0, 36)}`;
const MARCH = new Date("2025-03-01T12:00:00Z");
const person = callBy({ kind: "human", name: "somebody", role: "admin" });

/** Parts of the secrets that a cut may leave, each long enough to be no accident. */
const PARTS = [...LINES, TOKEN].flatMap((line) => [line.slice(0, 14), line.slice(20, 34)]);

function expectNothingOf(kept: string | Buffer): void {
  expect(PARTS.filter((part) => kept.includes(part))).toEqual([]);
}

/** What was kept names the secret, and has nothing of it. */
async function expectScreened({ path }: TestMemory): Promise<void> {
  const bytes = bytesOnDisk(path);
  expect(bytes.includes("[redacted:")).toBe(true);
  expectNothingOf(bytes);
}

const CHOICE = "We decided to keep the key inline instead of in a file because";

async function harvested(
  input: object,
  prepare?: (write: Awaited<ReturnType<typeof gitRepository>>) => Promise<void>,
) {
  const memory = await openMemory();
  const repository = prepare && (await gitRepository());
  if (repository) await prepare(repository);
  const checkout = repository ? gitCheckout(async () => workTree(repository.root)) : memory.checkout;
  const { candidates } = await perform(harvestCandidates, input, { ...memory, checkout }, person);
  expect(candidates.length).toBeGreaterThan(0);
  return { memory, candidates };
}

async function fileWith(name: string, text: string): Promise<string> {
  const file = (await folderOfTest()).file(name);
  await writeFile(file, text);
  return file;
}

describe("A secret that would be cut is screened before", () => {
  it("in what an agent says: a candidate and a draft", async () => {
    const session = await openSession();
    await session.report("prompt", { prompt: "Where does the key live?" });
    await session.report("stop", {
      reply: `I chose an inline key over a file because ${KEY}\n\n${"The tests of it pass. ".repeat(12)}`,
    });
    expect((await openCandidates(session.memory, "shop", 10)).items).toMatchObject([
      { kind: "decision", reasoning: "[redacted:private-key]" },
      { kind: "checkpoint" },
    ]);
    await expectScreened(session.memory);
  });

  it("in what a person says, and where the draft of a checkpoint ends", async () => {
    const session = await openSession();
    await session.report("prompt", { prompt: `Let's use this key instead of the file because ${KEY}` });
    await session.report("stop", { reply: `${"All is well. ".repeat(306)}${KEY}` });
    await session.report("pre-compact", { summary: `${"x ".repeat(1_990)}${TOKEN} is it.`, session: "two" });
    await expectScreened(session.memory);
  });

  it("in a reply so long that only its beginning is screened", async () => {
    const session = await openSession();
    const reply = `${`${TOKEN}\n`.repeat(2_430)}${"y".repeat(60)} ${TOKEN}`.slice(0, 100_000 - 20);
    await session.report("stop", { reply: `${reply} ${TOKEN}${TOKEN}` });
    await expectScreened(session.memory);
  });

  it.each([
    ["below the title", `Keep the key inline instead of in a file\n\nbecause ${KEY}`],
    ["in the title", `Keep the key inline instead of in a file because ${ONE_LINE_KEY}`],
    [
      "from the title on",
      `Keep the key inline instead of in a file because ${mark("BEGIN")}\n\n${LINES.join("\n")}\n${mark("END")}`,
    ],
    ["in a revert", `Revert "Read the key from a file"\n\nThe deployment could not read it, so it is ${KEY}`],
  ])("in a commit, %s", WITH_GIT, async (_, message) => {
    const { memory } = await harvested({}, async (repository) => {
      await repository.write("src/keys.ts", "export {};\n");
      repository.commit(message, MARCH);
    });
    await expectScreened(memory);
  });

  it.each([
    [
      "AGENTS.md",
      `# Rules\n\n- Never log a request\n\n${CHOICE} ${KEY}\n\n- Always use tabs in makefiles here\n`,
    ],
    [
      "CHANGELOG.md",
      `# 2.0\n\n## Breaking changes\n\n- Drop support for key files because ${KEY}\n\n- Drop support for Node 18\n`,
    ],
  ])("in %s, whose lines keep their numbers", WITH_GIT, async (name, text) => {
    const { memory, candidates } = await harvested({}, async (repository) => {
      await repository.write(name, text);
      repository.commit("Write it down", MARCH);
    });
    await expectScreened(memory);
    expect(Math.max(...candidates.map(({ citation }) => citation?.line ?? 0))).toBe(
      text.split("\n").findIndex((one) => /tabs|Node 18/.test(one)) + 1,
    );
  });

  it("in a transcript and in another text that somebody names", async () => {
    const said = (role: string, content: string): string =>
      JSON.stringify({ type: role, message: { role, content } });
    const transcript = await fileWith(
      "one.jsonl",
      [
        said("user", "Where does it live?"),
        said("assistant", `I chose an inline key over a file because ${KEY}`),
      ].join("\n"),
    );
    await expectScreened((await harvested({ from: [transcript] })).memory);
    const notes = await fileWith("notes.md", `# Rules\n\n- Never keep the key in a file, because ${KEY}\n`);
    await expectScreened((await harvested({ from: [notes] })).memory);
  });

  it("in what is imported, where a statement ends", async () => {
    const memory = await openMemory();
    const line = {
      type: "entity",
      name: `${"word ".repeat(1_990)}${KEY}`,
      entityType: "decision",
      observations: [],
    };
    const file = await fileWith("memory.jsonl", JSON.stringify(line));
    await perform(importServerMemory, { file }, memory, person);
    await expectScreened(memory);
  });

  it.each([
    ["title", { title: `${"word ".repeat(96)}${TOKEN} and more` }],
    ["title of many words", { title: `${"word ".repeat(90)}${ONE_LINE_KEY}` }],
  ])("in the %s that a webhook brings, which is not cut", async (_, fields) => {
    const memory = await openMemory();
    const made = decision({ linkedPr: `${REPOSITORY}/pull/12` });
    await addDecision(memory, { decision: made }, act());
    const event = readGithub("pull_request", payloadOf(github.merged(fields)) as never);
    if (!event) throw new Error("The event was not read.");
    const delivery = { forge: "github", id: "one", digest: "one", at: memory.clock.now() } as never;
    await perform(recordDelivery, { delivery, event }, memory, person);
    expect((await reportsOf(memory, "shop", [made.id])).get(made.id)).toHaveLength(2);
    await expectScreened(memory);
  });

  it("in the name that a client gives itself", () => {
    const server = { getClientVersion: () => ({ name: `${"n".repeat(79)} ${TOKEN}`, version: "1" }) };
    const { name } = clientOf(server, undefined, startScreening(secretScanner()));
    expect(name).toContain("[redacted:");
    expectNothingOf(name);
  });
});
