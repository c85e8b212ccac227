import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openMemoryFile } from "../../src/memory/open-memory.ts";
import { projectContext } from "../../src/sessions/sql/contexts.ts";
import { startEraClient } from "../mcp/eras-client.ts";
import { runProgram } from "../support/command-line.ts";
import { hookPlace, PATIENT_MS, PROMPT, STATEMENT, toldBy } from "../support/hook-program.ts";
import { startHookServer } from "../support/hook-servers.ts";
import { folderOfTest } from "../support/memory.ts";
import { silentLog } from "../support/silent-log.ts";

/** What Claude Code hands to a UserPromptSubmit hook. */
const event = (prompt: string, cwd: string): string =>
  JSON.stringify({
    session_id: "abc123",
    transcript_path: "/nowhere/transcript.jsonl",
    cwd,
    permission_mode: "default",
    hook_event_name: "UserPromptSubmit",
    prompt,
  });

const quiet = { MEMBRIA_EMBEDDING: "off", MEMBRIA_HOOK_WAIT_MS: String(PATIENT_MS) };

describe("membria hook prompt", () => {
  it("keeps what the work is about, for the project of the event, and prints nothing", async () => {
    const place = await hookPlace();
    await place.decide();
    const prompt = "어제 하던 작업 이어서 하자";
    const contextOf = async () => {
      const memory = await openMemoryFile(place.memory, silentLog);
      const context = await projectContext(memory, "shop");
      await memory.close();
      return context;
    };
    expect(await place.hook("prompt", { prompt })).toEqual({ code: 0, out: "", err: "" });
    expect(await contextOf(), "nobody asked for it").toBeUndefined();
    await writeFile(
      `${place.work}/.membria.json`,
      JSON.stringify({ project: "shop", dynamicExposure: true }),
    );
    expect(await place.hook("prompt", { prompt })).toEqual({ code: 0, out: "", err: "" });
    expect(await contextOf()).toMatchObject({
      context: "resuming",
      confidence: 1,
      author: { kind: "agent", name: "claude-code" },
    });
  });

  it("leaves the name of a new project to the folder that names it", async () => {
    const place = await hookPlace();
    // The memory is there, and nothing of the project yet.
    await place.run("decide", "Keep it", "--project", "depot");
    await writeFile(
      `${place.work}/.membria.json`,
      JSON.stringify({ project: "shop", dynamicExposure: true }),
    );
    for (const [event, fields] of [
      ["session-start", {}],
      ["prompt", { prompt: "continue" }],
      ["stop", { last_assistant_message: "Done. ".repeat(50) }],
    ] as const)
      expect(await place.hook(event, fields), event).toEqual({ code: 0, out: "", err: "" });
    const { out, err } = await place.run("decide", STATEMENT, "--json");
    expect(err).toBe("");
    expect(JSON.parse(out)).toMatchObject({ project: "shop" });
  });

  it("logs each detection in the server that answers, without the words of the prompt", async () => {
    const place = await hookPlace();
    await place.decide();
    const server = await startHookServer(place, "stdio", { MEMBRIA_DYNAMIC_EXPOSURE: "on" });
    const ran = await place.hook("prompt", { prompt: "decide on the quarrelsome queue" });
    expect(ran).toEqual({ code: 0, out: "", err: "" });
    await expect.poll(server.log).toContain("Context detected");
    await server.stop();
    expect(server.log()).toContain('"context":"deciding"');
    expect(server.log()).not.toContain("quarrelsome");
  });

  it("has a help, which is no event", async () => {
    const { code, out } = await runProgram(["hook", "prompt", "--help"]);
    expect(code).toBe(0);
    expect(out).toContain("membria hook EVENT");
  });

  it("says with --json what would be printed, for a person who tries it out", async () => {
    const { path: home } = await folderOfTest();
    const { code, out } = await runProgram(["hook", "prompt", "--client", "codex", "--json"], {
      env: { ...quiet, MEMBRIA_HOME: home },
      input: event("continue", "/"),
    });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ event: "prompt", client: "codex", printed: "" });
  });

  it.each([
    ["nothing", "", {}, ["prompt"]],
    ["what is no JSON", "{", {}, ["prompt"]],
    ["an event without a prompt", "{}", {}, ["prompt"]],
    ["an event that nobody knows", "{}", {}, ["sunrise"]],
    ["a flag that nobody knows", "{}", {}, ["prompt", "--loudly"]],
    ["a setting that cannot be", event("continue", "/"), { MEMBRIA_PROFILE: "everything" }, ["prompt"]],
  ])("fails open on %s: exit code 0, and nothing on standard output", async (_, input, env, args) => {
    const { path: home } = await folderOfTest();
    const ran = await runProgram(["hook", ...args], { env: { ...quiet, MEMBRIA_HOME: home, ...env }, input });
    expect(ran).toMatchObject({ code: 0, out: "" });
  });

  it("fails open on a memory that cannot be opened: exit code 0, and it is said once", async () => {
    const { path: home } = await folderOfTest();
    const env = { ...quiet, MEMBRIA_HOME: home, MEMBRIA_DB_PATH: "/dev/null/x.db" };
    const ran = () => runProgram(["hook", "prompt"], { env, input: event("continue", "/") });
    expect(toldBy(await ran())).toContain("did not answer");
    expect(await ran()).toEqual({ code: 0, out: "", err: "" });
  });
});

describe("What hooks told", () => {
  it("is listed with its reason and what it was worth, and a session is switched off and on by the beginning of its name", async () => {
    const place = await hookPlace();
    const id = await place.decide();
    const asked = (session: string) => place.hook("prompt", { prompt: PROMPT }, { session });
    await asked("first-session");
    const log = async () =>
      JSON.parse((await place.run("hook", "log", "--json")).out) as Record<string, unknown>;
    expect(await log()).toMatchObject({
      told: [
        {
          client: "claude-code",
          session_id: "first-session",
          project: "shop",
          event: "prompt",
          because: "in-force",
          record_id: id,
          statement: STATEMENT,
        },
      ],
      worth: { days: 7, told: 1, warned: 0, records: { "in-force": 1 } },
    });
    const { out } = await place.run("hook", "log");
    expect(out).toMatch(/^In the last 7 days: told 1, warned 0, heeded 0; \d+ tokens\.\n/);
    expect(out).toContain("claude-code first-se");

    await asked("other");
    expect(await place.run("hook", "off", "first")).toMatchObject({ code: 0, err: "" });
    await place.hook("session-start", { source: "compact" }, { session: "first-session" });
    expect(toldBy(await asked("first-session"))).toBeUndefined();
    expect((await place.run("hook", "off", "nobody")).err).toContain("No session is named nobody here.");
    await asked("first-other");
    const two = await place.run("hook", "on", "first");
    expect(two.err).toContain("2 sessions begin with first, so none was switched.");
    expect(await place.run("hook", "on", "first-session")).toMatchObject({ code: 0, err: "" });
    await place.hook("session-start", { source: "compact" }, { session: "first-session" });
    expect(toldBy(await asked("first-session"))).toContain(STATEMENT);
  });
});

describe("CONTRACTS 4.15: from a prompt in one process to the tool list of another", () => {
  it.each(["2025-11-25", "2026-07-28"] as const)(
    "a client of %s is told, and lists what fits",
    async (revision) => {
      const { path: home } = await folderOfTest();
      const place = `${home}/work`;
      await mkdir(place);
      await writeFile(`${place}/.membria.json`, JSON.stringify({ project: "shop", dynamicExposure: true }));
      const env = { ...quiet, MEMBRIA_HOME: home, MEMBRIA_LOG_LEVEL: "error" };
      const client = await startEraClient(revision, env, place);
      const list = async () =>
        ((await client.ask("tools/list"))["tools"] as { name: string }[]).map(({ name }) => name);
      if (revision === "2026-07-28") await client.listenToTools();
      expect(await list()).toContain("memory_search_recent");
      await runProgram(["hook", "prompt"], {
        env: { ...quiet, MEMBRIA_HOME: home },
        input: event("continue", place),
      });
      const isTold = () =>
        client.notifications.some(({ method }) => method === "notifications/tools/list_changed");
      await expect.poll(isTold).toBe(true);
      const listed = await list();
      expect(listed).toContain("memory_load_context");
      expect(listed).not.toContain("memory_search_recent");
      expect(await client.close()).toBe(0);
    },
  );
});
