import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { pluginText } from "../../src/clients/opencode.ts";
import { NOT_INSTALLED } from "../../src/clients/our-entries.ts";
import { folderOfTest } from "../support/memory.ts";

type Hook = (input: object, output?: object) => Promise<void>;
type Hooks = Readonly<Record<string, Hook>>;
interface Plugin {
  readonly MembriaPlugin: (context: object) => Promise<Hooks>;
}

/** Notes what it was started with, and answers with the event. */
const PROGRAM = `
import { appendFileSync } from "node:fs";
let input = "";
for await (const data of process.stdin) input += data;
appendFileSync(process.argv[2], JSON.stringify({ argv: process.argv.slice(3), input: JSON.parse(input) }) + "\\n");
console.log(JSON.stringify({ additionalContext: "about " + process.argv[4] }));
`;

interface Note {
  readonly argv: readonly string[];
  readonly input: Readonly<Record<string, unknown>>;
}

let hooks: Hooks;
let notes: () => Promise<readonly Note[]>;

beforeEach(async () => {
  const folder = await folderOfTest();
  await writeFile(folder.file("program.mjs"), PROGRAM);
  const words = [process.execPath, folder.file("program.mjs"), folder.file("notes")] as const;
  const text = pluginText({ words, flags: ["--home", "/x"], isFetched: false, platform: "linux" }, 10);
  await writeFile(folder.file("membria.mjs"), text);
  const { MembriaPlugin } = (await import(pathToFileURL(folder.file("membria.mjs")).href)) as Plugin;
  hooks = await MembriaPlugin({ directory: "/repo" });
  notes = async () =>
    (await readFile(folder.file("notes"), "utf8"))
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Note);
});

const call = async (name: string, input: object, output?: object): Promise<void> =>
  hooks[name]?.(input, output);

it("says that there is no program when a session begins, and goes on", async () => {
  const folder = await folderOfTest();
  const words = [folder.file("membria")] as const;
  const text = pluginText({ words, flags: [], isFetched: false, platform: "linux" }, 10);
  await writeFile(folder.file("membria.mjs"), text);
  const { MembriaPlugin } = (await import(pathToFileURL(folder.file("membria.mjs")).href)) as Plugin;
  hooks = await MembriaPlugin({ directory: "/repo" });
  const [parts, system] = [[{ type: "text", text: "Use Redis?" }], ["You are an agent."]];
  await call("chat.message", { sessionID: "s" }, { message: { id: "m" }, parts });
  await call("experimental.chat.system.transform", { sessionID: "s" }, { system });
  expect(parts).toHaveLength(1);
  expect(system).toEqual(["You are an agent.", NOT_INSTALLED]);
});

it("takes no program from the folder that the session works in, whatever the PATH says", async () => {
  const [repository, plugin] = [await folderOfTest(), await folderOfTest()];
  for (const folder of ["", "node_modules/.bin"]) {
    await mkdir(repository.file(folder), { recursive: true });
    const file = join(repository.file(folder), "membria");
    await writeFile(file, `#!/bin/sh\n: > '${plugin.file("run")}'\n`, { mode: 0o755 });
  }
  const words = ["membria"] as const;
  const text = pluginText({ words, flags: [], isFetched: false, platform: "linux" }, 10);
  await writeFile(plugin.file("membria.mjs"), text);
  await writeFile(
    plugin.file("session.mjs"),
    `import { MembriaPlugin } from "./membria.mjs";
     const hooks = await MembriaPlugin({ directory: process.cwd() });
     const system = [];
     await hooks["experimental.chat.system.transform"]({ sessionID: "s" }, { system });
     console.log(JSON.stringify(system));`,
  );
  for (const path of [".", "./node_modules/.bin", "node_modules/.bin", "/nowhere:", ""]) {
    const said = execFileSync(process.execPath, [plugin.file("session.mjs")], {
      cwd: repository.path,
      env: { PATH: path },
      encoding: "utf8",
    });
    expect(JSON.parse(said), path).toEqual([NOT_INSTALLED]);
  }
  expect(existsSync(plugin.file("run"))).toBe(false);
});

it("finds the program on the PATH", async () => {
  const folder = await folderOfTest();
  const answer = JSON.stringify({ additionalContext: "It is there." });
  await writeFile(folder.file("membria-here"), `#!/bin/sh\necho '${answer}'\n`, { mode: 0o755 });
  vi.stubEnv("PATH", `.:/nowhere:${folder.path}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const words = ["membria-here"] as const;
  const text = pluginText({ words, flags: [], isFetched: false, platform: "linux" }, 10);
  await writeFile(folder.file("membria.mjs"), text);
  const { MembriaPlugin } = (await import(pathToFileURL(folder.file("membria.mjs")).href)) as Plugin;
  hooks = await MembriaPlugin({ directory: "/repo" });
  const system: string[] = [];
  await call("experimental.chat.system.transform", { sessionID: "s" }, { system });
  expect(system).toEqual(["It is there."]);
});

it("passes a prompt on, and gives the model the answers", async () => {
  const parts = [{ type: "text", text: "Use Redis?" }];
  await call("chat.message", { sessionID: "s" }, { message: { id: "m" }, parts });
  const system = ["You are an agent."];
  await call("experimental.chat.system.transform", { sessionID: "s" }, { system });
  await call("experimental.chat.system.transform", { sessionID: "s" }, { system: [] });
  expect(parts.at(-1)).toMatchObject({
    text: "about prompt",
    synthetic: true,
    messageID: "m",
    sessionID: "s",
  });
  expect(system).toEqual(["You are an agent.", "about session-start"]);
  expect((await notes()).map(({ argv }) => argv.join(" "))).toEqual([
    "hook session-start --client opencode --home /x",
    "hook prompt --client opencode --home /x",
  ]);
  expect((await notes())[1]?.input).toEqual({
    session_id: "s",
    cwd: "/repo",
    hook_event_name: "chat.message",
    prompt: "Use Redis?",
  });
});

it("reports edits and tools of ours, and no others", async () => {
  const output = { title: "", output: "done" };
  for (const tool of ["edit", "bash", "membria_capture_decision"]) {
    await call("tool.execute.before", { tool, sessionID: "s", callID: tool }, { args: { filePath: "a.ts" } });
    await call("tool.execute.after", { tool, sessionID: "s", callID: tool, args: {} }, output);
  }
  expect(output.output).toBe("done\n\nabout pre-edit\n\nabout post-tool\n\nabout post-tool");
  expect((await notes()).map(({ argv, input }) => [argv[1], input["tool_name"]])).toEqual([
    ["pre-edit", "edit"],
    ["post-tool", "edit"],
    ["post-tool", "membria_capture_decision"],
  ]);
});

it("says again what a shortened conversation no longer has", async () => {
  const system: string[] = [];
  await call("experimental.chat.system.transform", { sessionID: "s" }, { system });
  await call("experimental.session.compacting", { sessionID: "s" });
  await call("event", { event: { type: "session.compacted", properties: { sessionID: "s" } } });
  await call("event", { event: { type: "session.idle", properties: { sessionID: "s" } } });
  await call("event", { event: { type: "session.deleted", properties: { info: { id: "s" } } } });
  expect((await notes()).map(({ argv, input }) => [argv[1], input["source"]])).toEqual([
    ["session-start", "resume"],
    ["pre-compact", undefined],
    ["session-start", "compact"],
    ["stop", undefined],
    ["session-end", undefined],
  ]);
});

it("disturbs nobody if the program is gone", async () => {
  const folder = await folderOfTest();
  const text = pluginText({ words: ["/gone/node"], flags: [], isFetched: false, platform: "linux" }, 10);
  await writeFile(folder.file("membria.mjs"), text);
  const { MembriaPlugin } = (await import(pathToFileURL(folder.file("membria.mjs")).href)) as Plugin;
  const parts = [{ type: "text", text: "Use Redis?" }];
  hooks = await MembriaPlugin({ directory: "/repo" });
  await call("chat.message", { sessionID: "s" }, { message: { id: "m" }, parts });
  expect(parts).toHaveLength(1);
});
