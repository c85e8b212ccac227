import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { describe, expect, it, onTestFinished } from "vitest";
import { eventually } from "../support/eventually.ts";
import { folderOfTest } from "../support/memory.ts";
import { AT_TERMINAL, atTerminal } from "../support/pseudo-terminal.ts";
import { environmentOfPerson, runProgram } from "../support/run-program.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

interface Opened {
  readonly link: string;
  readonly opened: boolean;
  readonly server: string;
  readonly started: boolean;
}

/** A home of its own, with a browser that notes what it is told to show. Servers in it end with the test. */
async function home() {
  const { path } = await folderOfTest();
  const [programs, shown] = [join(path, "programs"), join(path, "shown")];
  await mkdir(programs);
  await writeFile(join(programs, "xdg-open"), `#!/bin/sh\necho "$1" >> '${shown}'\n`);
  await chmod(join(programs, "xdg-open"), 0o755);
  const env = { MEMBRIA_HOME: join(path, "home"), PATH: `${programs}:${process.env["PATH"]}` };
  const servers = async (): Promise<number[]> => {
    const names = await readdir(join(path, "home", "run")).catch((): string[] => []);
    return names.flatMap((name) => Number(/^page-(\d+)\.json$/.exec(name)?.[1]) || []);
  };
  onTestFinished(async () => {
    for (const pid of await servers()) process.kill(pid, "SIGTERM");
    await eventually(async () => expect(await servers()).toEqual([]));
  });
  return {
    env,
    servers,
    shown: () => readFile(shown, "utf8").catch(() => ""),
    async open(...flags: string[]): Promise<Opened> {
      const { code, out, err } = await runProgram(["open", "--json", ...flags], { env });
      expect({ code, err }).toEqual({ code: 0, err: "" });
      return JSON.parse(out) as Opened;
    },
  };
}

const CTRL_C = String.fromCodePoint(3);

const ticketIn = (link: string): string => new URL(link).hash.replace("#ticket=", "");

const signIn = (server: string, ticket: string): Promise<Response> =>
  fetch(`${server}/page/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: server },
    body: JSON.stringify({ ticket }),
  });

// The programs that open a browser have other names elsewhere.
describe.runIf(process.platform === "linux")("membria open", () => {
  it("starts a server, shows the page in the browser, and signs the person in", async () => {
    const { open, shown, servers } = await home();
    const opened = await open();
    expect(opened).toMatchObject({ opened: true, started: true });
    expect(await shown()).toBe(`${opened.link}\n`);
    expect(await servers()).toHaveLength(1);
    const response = await signIn(opened.server, ticketIn(opened.link));
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ role: "admin", readsOnly: false });
  });

  it("uses the server that runs, and only prints the link if it is told to", async () => {
    const { open, shown, servers } = await home();
    const [first, second] = [await open("--no-browser"), await open("--no-browser")];
    expect(second).toMatchObject({ opened: false, started: false, server: first.server });
    expect(second.link).not.toBe(first.link);
    expect(await shown()).toBe("");
    expect(await servers()).toHaveLength(1);
  });

  it("begins with the project of the folder", async () => {
    const { open } = await home();
    const { server, link } = await open("--no-browser", "--project", "bank");
    expect(await (await signIn(server, ticketIn(link))).json()).toMatchObject({ current: "bank" });
  });

  it.each([
    ["an agent", { CLAUDECODE: "1" }],
    ["an agent that claims to be a person", { CLAUDECODE: "1", MEMBRIA_ACTOR: "human" }],
    ["a script", { MEMBRIA_ACTOR: "script" }],
  ])("makes no link for %s, starts nothing and does not say how to get around it", async (_, who) => {
    const { env, servers } = await home();
    const { code, out, err } = await runProgram(["open"], { env: { ...env, ...who } });
    expect({ code, out }).toEqual({ code: 5, out: "" });
    expect(err).toContain("Only a person opens the page");
    expect(err).not.toMatch(/MEMBRIA_|--|ticket/);
    expect(await servers()).toEqual([]);
  });

  it("says so if no browser can be started, and prints the link", async () => {
    const { env } = await home();
    await writeFile(join(env.PATH.split(":")[0] ?? "", "xdg-open"), "#!/bin/sh\nexit 3\n");
    const { out } = await runProgram(["open"], { env });
    expect(out).toContain("#ticket=");
    expect(out).toContain("No browser could be started");
  });
});

describe("membria mcp start", () => {
  it("ends when nobody has used it for a while, and says nothing about a page to who is no person", async () => {
    const { env, servers } = await home();
    const child = spawn(
      process.execPath,
      [MEMBRIA, "mcp", "start", "--port", "0", "--idle-minutes", "0.02"],
      {
        env: { ...environmentOfPerson(), ...env },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const lines = [];
    for await (const line of createInterface({ input: child.stdout })) lines.push(line);
    expect(lines).toEqual([expect.stringMatching(/^Membria listens on http:\S+\/mcp$/)]);
    if (child.exitCode === null) await once(child, "exit");
    expect(child.exitCode).toBe(0);
    expect(await servers()).toEqual([]);
  });

  it("shows the person at its terminal a link that signs them in", AT_TERMINAL, async () => {
    const { env } = await home();
    const terminal = atTerminal(["mcp", "start", "--port", "0"], { env, columns: 200 });
    await terminal.sees("Another link: membria open");
    const [, server = "", ticket = ""] = /(http:\S+)\/#ticket=(\S+)/.exec(terminal.shown()) ?? [];
    expect((await signIn(server, ticket)).status).toBe(200);
    // Without its terminal it would be gone before it could say so.
    terminal.press(CTRL_C);
    await terminal.ended();
  });
});
