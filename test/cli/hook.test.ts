import { mkdir, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { openSqliteStore } from "../../src/adapters/sqlite/store.ts";
import { startEraClient } from "../mcp/eras-client.ts";
import { runProgram } from "../support/command-line.ts";
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

const quiet = { MEMBRIA_EMBEDDING: "off" };

describe("membria hook prompt", () => {
  it("keeps what the work is about, for the project of the event, and prints nothing", async () => {
    const { path: home } = await folderOfTest();
    const { path: place } = await folderOfTest();
    await writeFile(`${place}/.membria.json`, JSON.stringify({ project: "shop" }));
    const ran = await runProgram(["hook", "prompt"], {
      env: { ...quiet, MEMBRIA_HOME: home },
      input: event("어제 하던 작업 이어서 하자", place),
      cwd: home,
    });
    expect(ran).toEqual({ code: 0, out: "", err: "" });
    const store = await openSqliteStore(`${home}/membria.db`, silentLog);
    expect(await store.projectContext("shop")).toMatchObject({
      context: "resuming",
      confidence: 1,
      author: { kind: "human" },
    });
    await store.close();
  });

  it("logs each detection, without the words of the prompt", async () => {
    const { path: home } = await folderOfTest();
    const { err, out } = await runProgram(["hook", "prompt"], {
      env: { ...quiet, MEMBRIA_HOME: home, MEMBRIA_LOG_LEVEL: "info", MEMBRIA_PROJECT: "shop" },
      input: event("decide on the quarrelsome queue", home),
    });
    expect(out).toBe("");
    expect(err).toContain("Context detected");
    expect(err).toContain('"context":"deciding"');
    expect(err).not.toContain("quarrelsome");
  });

  it.each([
    ["nothing", "", {}, ["prompt"]],
    ["what is no JSON", "{", {}, ["prompt"]],
    ["an event without a prompt", "{}", {}, ["prompt"]],
    ["an event that nobody knows", "{}", {}, ["sunrise"]],
    ["a flag that nobody knows", "{}", {}, ["prompt", "--loudly"]],
    ["a setting that cannot be", event("continue", "/"), { MEMBRIA_PROFILE: "everything" }, ["prompt"]],
    [
      "a memory that cannot be opened",
      event("continue", "/"),
      { MEMBRIA_DB_PATH: "/dev/null/x.db" },
      ["prompt"],
    ],
  ])("fails open on %s: exit code 0, and nothing on standard output", async (_, input, env, args) => {
    const { path: home } = await folderOfTest();
    const ran = await runProgram(["hook", ...args], { env: { ...quiet, MEMBRIA_HOME: home, ...env }, input });
    expect(ran).toMatchObject({ code: 0, out: "" });
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
      await expect.poll(isTold, { timeout: 15_000 }).toBe(true);
      const listed = await list();
      expect(listed).toContain("memory_load_context");
      expect(listed).not.toContain("memory_search_recent");
      expect(await client.close()).toBe(0);
    },
  );
});
