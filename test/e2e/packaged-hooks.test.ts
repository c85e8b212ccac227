import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { chmod, cp, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { NOT_INSTALLED } from "../../src/clients/our-entries.ts";
import { type HookPlace, hookPlace, PROMPT, STATEMENT } from "../support/hook-program.ts";
import { startHookServer } from "../support/hook-servers.ts";
import { folderOfTest } from "../support/memory.ts";
import { environmentOfPerson, type Run } from "../support/run-program.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const PATIENCE = 240_000;

interface HookFile {
  readonly hooks: Readonly<Record<string, readonly { hooks: readonly { command: string }[] }[]>>;
}

/** How each client runs the hooks of its package: what it puts into the line, and which variables it sets. */
const CLIENTS: Readonly<Record<string, PackagedClient>> = {
  "claude-code": {
    package: "plugin",
    hooks: "hooks/hooks.json",
    prompt: "UserPromptSubmit",
    placed: (line, root) => line.replaceAll(`\${CLAUDE_PLUGIN_ROOT}`, root),
    env: () => ({ CLAUDECODE: "1" }),
  },
  copilot: {
    package: "plugin",
    hooks: "hooks/hooks.json",
    prompt: "UserPromptSubmit",
    placed: (line) => line,
    env: (root) => ({ COPILOT_PLUGIN_ROOT: root, COPILOT_CLI: "1" }),
  },
  codex: {
    package: "plugin",
    hooks: "hooks/codex.json",
    prompt: "UserPromptSubmit",
    placed: (line) => line,
    env: (root) => ({ PLUGIN_ROOT: root }),
  },
  gemini: {
    package: "gemini",
    hooks: "hooks/hooks.json",
    prompt: "BeforeAgent",
    placed: (line, root) => line.replaceAll(`\${extensionPath}`, root),
    env: () => ({}),
  },
};

interface PackagedClient {
  readonly package: string;
  readonly hooks: string;
  readonly prompt: string;
  placed(line: string, root: string): string;
  env(root: string): Record<string, string>;
}

interface Machine {
  readonly place: HookPlace;
  /** The events that the package has hooks for. */
  readonly events: readonly string[];
  /** Runs the hook of an event as the client does. Its input stays open if there is none. */
  hook(event: string, input?: object): Promise<Run>;
}

/** A machine with the package of a client and with these programs, each a script. */
async function machineOf(name: string, programs: Readonly<Record<string, string>> = {}): Promise<Machine> {
  const client = CLIENTS[name] as PackagedClient;
  const place = await hookPlace();
  const folder = await folderOfTest();
  const [root, bin] = [folder.file("a package"), folder.file("bin")];
  await cp(join("packages", client.package), root, { recursive: true });
  await mkdir(bin);
  await symlink(process.execPath, join(bin, "node"));
  for (const [program, body] of Object.entries(programs)) {
    if (body === MEMBRIA) await symlink(MEMBRIA, join(bin, program));
    else await writeFile(join(bin, program), `#!/bin/sh\n${body}\n`);
    await chmod(join(bin, program), 0o755);
  }
  const file = JSON.parse(readFileSync(join(root, client.hooks), "utf8")) as HookFile;
  return {
    place,
    events: Object.keys(file.hooks),
    async hook(event, input) {
      const line = file.hooks[event]?.[0]?.hooks[0]?.command ?? "";
      const { PATH: _, ...env } = environmentOfPerson();
      const child = spawn("/bin/sh", ["-c", client.placed(line, root)], {
        stdio: ["pipe", "pipe", "pipe"],
        cwd: place.work,
        env: { ...env, ...place.env, PATH: `.:${bin}`, ...client.env(root) },
      });
      onTestFinished(() => void child.kill("SIGKILL"));
      child.stdin.on("error", () => {});
      if (input) child.stdin.end(JSON.stringify(input));
      const [out, err, [code]] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        once(child, "close"),
      ]);
      return { code: code as number | null, out, err };
    },
  };
}

/** The text that an answer has for the model. */
function told({ code, out, err }: Run): string {
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const answer = JSON.parse(out) as {
    additionalContext?: string;
    hookSpecificOutput?: { additionalContext: string };
  };
  return answer.additionalContext ?? answer.hookSpecificOutput?.additionalContext ?? "";
}

const asked = ({ work }: HookPlace, event: string): object => ({
  session_id: "one",
  cwd: work,
  hook_event_name: event,
  prompt: PROMPT,
});

describe("No package", () => {
  const files = ["packages", ".claude-plugin"].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name)),
  );

  it.each(files)("fetches a program by its name: %s", (path) => {
    expect(readFileSync(path, "utf8")).not.toMatch(/\b(?:npx|npm|pnpm|yarn|dlx|bunx|corepack)\b/);
  });

  it("runs anything for an event but the file that it brings", () => {
    const lines = Object.values(CLIENTS).flatMap(({ package: name, hooks }) =>
      Object.values((JSON.parse(readFileSync(join("packages", name, hooks), "utf8")) as HookFile).hooks)
        .flat()
        .flatMap((group) => group.hooks.map(({ command }) => command)),
    );
    expect(lines.length).toBeGreaterThan(20);
    for (const line of lines)
      expect(line).toMatch(
        /^(?:root="[^"]*"; )?node "[^"]*\/hook\.cjs" hook [a-z-]+ --client [a-z-]+ \|\| true$/,
      );
  });
});

describe.each(Object.keys(CLIENTS))("The package of %s", { timeout: PATIENCE }, (name) => {
  const { prompt } = CLIENTS[name] as PackagedClient;

  it("passes an event on to the server that runs", async () => {
    const { place, hook } = await machineOf(name, { membria: MEMBRIA });
    await place.decide();
    const server = await startHookServer(place);
    expect(told(await hook(prompt, asked(place, prompt)))).toContain(STATEMENT);
    await expect.poll(server.answered).toBe(1);
    expect((await place.run("hook", "log", "--json")).out).toContain(`"client": "${name}"`);
  });

  it("says that the program is missing when a session begins, and only then", async () => {
    const { place, hook } = await machineOf(name);
    const run = await hook("SessionStart", asked(place, "SessionStart"));
    expect(told(run)).toBe(NOT_INSTALLED);
    // Copilot CLI takes no other field.
    if (name !== "copilot") expect(JSON.parse(run.out)).toMatchObject({ systemMessage: NOT_INSTALLED });
    expect(await hook(prompt, asked(place, prompt))).toEqual({ code: 0, out: "", err: "" });
  });

  it("asks no registry at any event, although the program is missing and could be fetched", async () => {
    const mark = (await folderOfTest()).file("fetched");
    const fetching = `: > '${mark}'`;
    const { place, hook, events } = await machineOf(name, { npx: fetching, npm: fetching });
    expect(events).toContain(prompt);
    for (const event of events) expect(await hook(event, asked(place, event))).toMatchObject({ code: 0 });
    expect(existsSync(mark)).toBe(false);
  });
});

describe("A packaged hook", { timeout: PATIENCE }, () => {
  it("reads the memory where no server runs", async () => {
    const { place, hook } = await machineOf("claude-code", { membria: MEMBRIA });
    await place.decide();
    expect(told(await hook("UserPromptSubmit", asked(place, "UserPromptSubmit")))).toContain(STATEMENT);
  });

  it("runs what a version manager has in the place of the program", async () => {
    const { place, hook } = await machineOf("claude-code", {
      membria: `exec "${process.execPath}" "${MEMBRIA}" "$@"`,
    });
    await place.decide();
    expect(told(await hook("UserPromptSubmit", asked(place, "UserPromptSubmit")))).toContain(STATEMENT);
  });

  it("runs nothing that the repository brings, also if the shell would", async () => {
    const { place, hook } = await machineOf("claude-code");
    await writeFile(join(place.work, "membria"), "#!/bin/sh\necho taken over\n");
    await chmod(join(place.work, "membria"), 0o755);
    expect(told(await hook("SessionStart", asked(place, "SessionStart")))).toBe(NOT_INSTALLED);
  });

  it("does not wait for its input without a program, and ends with 0 if the program fails", async () => {
    expect(await (await machineOf("claude-code")).hook("PreToolUse")).toEqual({ code: 0, out: "", err: "" });
    const failing = await machineOf("claude-code", { membria: "exit 2" });
    expect((await failing.hook("PreToolUse", asked(failing.place, "PreToolUse"))).code).toBe(0);
  });
});
