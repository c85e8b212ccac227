import { Client, type ClientOptions } from "@modelcontextprotocol/client";
import { getDefaultEnvironment, StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, it, onTestFinished } from "vitest";
import { runProgram } from "../../support/command-line.ts";
import { folderOfTest } from "../../support/memory.ts";
import { PATIENT } from "../../support/patient.ts";
import { FORGED_TEXTS, readQuestion } from "../../support/question.ts";
import { MEMBRIA } from "../../support/stdio-client.ts";

type Answer = { action: "accept" | "decline" | "cancel"; content?: Record<string, boolean> };

const YES: Answer = { action: "accept", content: { confirm: true } };

interface Setup {
  /** What the person answers; without it the client cannot ask. */
  readonly answer?: Answer;
  readonly capability?: NonNullable<NonNullable<ClientOptions["capabilities"]>["elicitation"]>;
}

describe.each<[string, ClientOptions["versionNegotiation"]]>([
  ["2025-11-25", { mode: "legacy" }],
  ["2026-07-28", { mode: { pin: "2026-07-28" } }],
])("asking the person, with a client of %s", (revision, versionNegotiation) => {
  /** A person's decision, and a client that wants to replace it. */
  async function start({ answer, capability = {} }: Setup) {
    const folder = await folderOfTest();
    const env = { MEMBRIA_HOME: folder.path, MEMBRIA_PROJECT: "shop" };
    const membria = async (...argv: string[]) => {
      const { code, out, err } = await runProgram(argv, { env, cwd: folder.path });
      expect(err).toBe("");
      expect(code).toBe(0);
      return out;
    };
    const decided = await membria("decide", "Cache orders in Redis", "--topic", "cache", "--json");
    const { decision_id: old } = JSON.parse(decided) as { decision_id: string };

    const client = new Client(
      { name: "claude-code", version: "2.1.325" },
      {
        ...(versionNegotiation && { versionNegotiation }),
        capabilities: answer ? { elicitation: capability } : {},
      },
    );
    const asked: { message: string; mode?: string | undefined }[] = [];
    if (answer) {
      client.setRequestHandler("elicitation/create", ({ params }) => {
        asked.push(params);
        return answer;
      });
    }
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [MEMBRIA, "mcp", "serve"],
        env: { ...getDefaultEnvironment(), ...PATIENT, ...env },
        cwd: folder.path,
        stderr: "ignore",
      }),
    );
    onTestFinished(() => client.close());
    expect(client.getNegotiatedProtocolVersion()).toBe(revision);
    const supersede = (more: Readonly<Record<string, unknown>> = {}) =>
      client.callTool({
        name: "supersede_decision",
        arguments: {
          title: "Cache orders in memory",
          target: "cache",
          rationale: "One process reads them.",
          old_decision_ids: [old],
          ...more,
        },
      });
    const standing = async () =>
      (JSON.parse(await membria("show", old, "--json")) as { standing: string }).standing;
    return { old, asked, supersede, standing, membria };
  }

  it("a yes replaces their decision; show has the agent's text and who reported the consent", async () => {
    const { old, asked, supersede, standing, membria } = await start({ answer: YES });
    const { structuredContent, isError } = await supersede();
    expect(isError).toBeFalsy();
    expect(asked).toHaveLength(1);
    for (const said of [
      'The agent "claude-code" wants',
      old,
      "Cache orders in Redis",
      "Cache orders in memory",
    ]) {
      expect(asked[0]?.message).toContain(said);
    }
    const { decision_id, superseded } = structuredContent as Record<string, unknown>;
    expect(superseded).toEqual([old]);
    expect(await standing()).toBe("superseded");
    const shown = await membria("show", String(decision_id));
    expect(shown).toContain(`by the agent "claude-code"`);
    expect(shown).toContain(`Supersedes\n  • ${old}`);
    expect(shown).toContain(`Consent to replace ${old} reported by "claude-code/2.1.325".`);
    expect(await membria("show", old)).toContain(`Superseded by\n  • ${decision_id}`);
  });

  it.each(["a closing quotation mark", "lines of its own", "our words behind many spaces"])(
    "a yes to %s stores exactly what was shown, and the question is ours",
    async (how) => {
      const forged = FORGED_TEXTS[how] ?? "";
      const { old, asked, supersede, membria } = await start({ answer: YES });
      const { structuredContent } = await supersede({ title: forged, rationale: `Because: ${forged}` });
      const { ours, quoted } = readQuestion(asked[0]?.message ?? "");
      expect(ours.filter((line) => line !== "")).toEqual([
        'The agent "claude-code" wants to replace what a person decided.',
        "Lines with │ or ┊ before them are quoted from the memory or the call.",
        ...quoted.map(([what]) => what),
        "Agree?",
      ]);
      const { decision_id } = structuredContent as Record<string, unknown>;
      const stored = JSON.parse(await membria("show", String(decision_id), "--json")) as Record<
        string,
        string
      >;
      const shown = Object.fromEntries(quoted);
      expect(shown[`Would no longer hold (${old}):`]).toBe("Cache orders in Redis");
      expect(shown["Would hold instead:"]).toBe(stored["statement"]);
      expect(shown["Its reasoning:"]).toBe(stored["reasoning"]);
    },
  );

  it.each([
    ["title", { title: `Cache orders in memory. ${"x".repeat(9_900)}` }],
    ["rationale", { rationale: `One process reads them. ${"Well. ".repeat(1_700)}And the person agreed.` }],
  ])("nobody is asked about a %s that is too long to be shown, and nothing is stored", async (_, more) => {
    const { asked, supersede, standing, membria } = await start({ answer: YES });
    const { structuredContent, isError } = await supersede(more);
    expect(isError).toBe(true);
    const said = JSON.stringify(structuredContent);
    expect(said).toContain("is too long to be shown in a question");
    expect(said).toContain("ask the person, who can do it at a terminal or on the page");
    expect(said).not.toMatch(/membria [a-z]/);
    expect(asked).toEqual([]);
    expect(await standing()).toBe("active");
    expect(JSON.parse(await membria("list", "--json"))).toMatchObject({ decisions: [{}] });
  });

  it.each<[string, Answer]>([
    ["a yes without the tick", { action: "accept", content: { confirm: false } }],
    ["a decline", { action: "decline" }],
    ["a cancel", { action: "cancel" }],
  ])("%s refuses, and nothing changes", async (_, answer) => {
    const { asked, supersede, standing } = await start({ answer });
    expect(await supersede()).toMatchObject({
      isError: true,
      structuredContent: { status: "error", code: "isolation_violation" },
    });
    expect(asked).toHaveLength(1);
    expect(await standing()).toBe("active");
  });

  it.each<[string, Setup]>([
    ["cannot ask", {}],
    ["can only open pages", { answer: YES, capability: { url: {} } }],
  ])(
    "a client that %s is told to ask the person, without a command that it could run itself",
    async (_, setup) => {
      const { old, asked, supersede, standing } = await start(setup);
      const { structuredContent, isError } = await supersede();
      expect(isError).toBe(true);
      expect(structuredContent).toMatchObject({
        code: "isolation_violation",
        message: expect.stringContaining(`Ask the person, who can replace ${old} at a terminal.`),
      });
      expect(JSON.stringify(structuredContent)).not.toMatch(/membria [a-z]/);
      expect(asked).toEqual([]);
      expect(await standing()).toBe("active");
    },
  );
});
