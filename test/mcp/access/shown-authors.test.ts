import { describe, expect, it } from "vitest";
import type { Question } from "../../../src/shared/operations/operation.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import { commandLineOn } from "../../support/command-line.ts";
import { openMemory, type TestMemory } from "../../support/memory.ts";
import { callTool, succeed } from "../../support/tools.ts";
import { call, type WireMessage } from "../stdio/messages.ts";
import { CALLERS, type Caller, clientNamed } from "./callers.ts";
import { ROWS } from "./requests.ts";
import { TOOL_ARGUMENTS } from "./tool-arguments.ts";
import { fillProject, type ProjectIds, SHOP } from "./two-projects.ts";

const NAME = "root (human)";

/** The project as a client of this name alone wrote it, with every tool that still can. */
async function writtenBy(name: string): Promise<{ memory: TestMemory; ids: ProjectIds; caller: Caller }> {
  const memory = await openMemory();
  const open = CALLERS["HTTP with a key"] as (typeof CALLERS)[string];
  const caller = await open(memory, name);
  const ids = await fillProject(memory, SHOP, async (tool, args) => {
    const { result } = await caller.ask(call(1, tool, args));
    expect(result, tool).not.toHaveProperty("isError");
    return result?.["structuredContent"] as Record<string, unknown>;
  });
  for (const { name: tool, effect } of ALL_TOOLS)
    if (effect !== "read") await caller.ask(call(1, tool, TOOL_ARGUMENTS[tool]?.(ids)));
  await memory.background.idle();
  return { memory, ids, caller };
}

/** Objects that have the name, and do not say that it is an agent's. */
function unexplained(value: unknown): unknown[] {
  if (value === null || typeof value !== "object") return [];
  const inner = Object.values(value).flatMap(unexplained);
  if (Array.isArray(value) || !Object.values(value).includes(NAME)) return inner;
  const { author, author_kind: kind, ...rest } = value as Record<string, unknown>;
  return kind === "agent" || author === "agent" ? inner : [...inner, { author, kind, ...rest }];
}

/** The beginnings of what follows, wherever a text has the name and not as `agent "…"` or as that of a client. */
const forgeable = (text: string): string[] =>
  [...text.matchAll(/(.{0,20})root \(human\)/gs)]
    .map(([, before = ""]) => before)
    .filter((before) => !/(?:agent|client|reported by) \\?"$/.test(before));

const humanWords = /by a human|the human|human "|"author(?:_kind)?":\s*"human"|a person typed/;

describe("a client that calls itself root (human)", () => {
  it("is shown as an agent by every tool, resource and prompt", async () => {
    const { ids, caller } = await writtenBy(NAME);
    const seen: string[] = [];
    for (const row of ROWS) {
      for (const message of row.requests(ids)) {
        const { result, error } = await caller.ask(message);
        const texts = textsOf({ result, error } as WireMessage);
        expect(unexplained(result?.["structuredContent"]), row.name).toEqual([]);
        for (const text of texts) {
          expect(text, row.name).not.toMatch(humanWords);
          if (text.startsWith("{")) expect(unexplained(JSON.parse(text)), row.name).toEqual([]);
          else expect(forgeable(text), row.name).toEqual([]);
          if (text.includes(NAME)) seen.push(row.name);
        }
      }
    }
    expect(seen).toEqual(
      expect.arrayContaining(["`membria_get_decision`", "`membria://audit`", "`after_outcome`"]),
    );
  });

  it("is named as an agent in every question to a person", async () => {
    const memory = await openMemory();
    const person = { kind: "human", name: "Ada" } as const;
    const ids: string[] = [];
    for (const topic of ["cache", "queue"]) {
      const args = { title: `Keep the ${topic}`, target: topic, rationale: "It was measured." };
      ids.push(String((await succeed(memory, "record_decision", args, person))["decision_id"]));
    }
    const [from_id, to_id] = ids;
    const link = { from_id, to_id, relationship: "refines" };
    await succeed(memory, "propose_link", { ...link, reason: "It says where" }, person);
    const questions: string[] = [];
    const consent = ({ text }: Question): boolean => {
      questions.push(text);
      return false;
    };
    const replacing = { title: "Drop it", target: "cache", rationale: "Nobody needs it now." };
    const asking: [string, Record<string, unknown>][] = [
      ["approve_link", link],
      ["reject_link", link],
      ["supersede_decision", { ...replacing, old_decision_ids: [from_id] }],
    ];
    for (const [name, args] of asking) await callTool(memory, name, args, { name: NAME, consent });
    expect(questions).toHaveLength(asking.length);
    for (const text of questions) expect(text).toMatch(/^The agent "root \(human\)" wants to /);
  });

  it("is shown as an agent by the commands that name authors", async () => {
    const { memory, ids } = await writtenBy(NAME);
    const { run } = commandLineOn(memory, SHOP);
    for (const argv of [
      ["show", ids.decision],
      ["links"],
      ["audit", "--limit", "500"],
      ["list"],
      ["search", "zebrafish"],
      ["resume"],
      ["proposals"],
      ["report"],
    ]) {
      const { out } = await run(...argv);
      expect(out.replace(/human "test-agent"|human "somebody"/g, ""), argv[0]).not.toMatch(humanWords);
      expect(forgeable(out), argv[0]).toEqual([]);
    }
    expect((await run("show", ids.decision)).out).toContain(`agent "${NAME}"`);
    expect((await run("audit")).out).toContain(`client "${clientNamed(NAME)}"`);
  });
});

/** The texts that a reply shows to a model. */
function textsOf({ result, error }: WireMessage): string[] {
  const blocks = (result?.["content"] ?? result?.["contents"] ?? []) as { text?: string }[];
  const prompts = ((result?.["messages"] ?? []) as { content: { text: string } }[]).map(
    ({ content }) => content,
  );
  return [...blocks, ...prompts].flatMap(({ text }) => text ?? []).concat(error ? [error.message] : []);
}
