import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { RunningServer } from "../../src/hooks/sockets/running-servers.ts";
import { socketOf, standBetween } from "../support/between-hook-and-server.ts";
import { environmentOfPerson } from "../support/command-line.ts";
import { gitRepository, WITH_GIT } from "../support/git.ts";
import {
  type HookPlace,
  hookPlace,
  PROMPT,
  STATEMENT,
  TIME_BY_SIGNAL,
  toldBy,
} from "../support/hook-program.ts";
import { type HookServer, startHookServer } from "../support/hook-servers.ts";
import { MEMBRIA } from "../support/stdio-client.ts";
import { holdWriteLock } from "../support/write-lock.ts";

const PATIENCE = 240_000;
const asked = { prompt: PROMPT };
/** Long enough for all that a hook does before it gives up on a server, which it does after a good half of this. */
const GIVES_UP = { env: { MEMBRIA_HOOK_WAIT_MS: "30000" } };
const never = (): Promise<never> => new Promise(() => {});

async function decided(): Promise<HookPlace> {
  const place = await hookPlace();
  await place.decide();
  return place;
}

async function served(): Promise<{ readonly place: HookPlace; readonly server: HookServer }> {
  const place = await decided();
  return { place, server: await startHookServer(place) };
}

interface Logged {
  readonly told: readonly { readonly received: boolean; readonly event: string }[];
  readonly worth: { readonly told: number };
}

const logOf = async (place: HookPlace): Promise<Logged> =>
  JSON.parse((await place.run("hook", "log", "--json")).out) as Logged;

/** Of what is in the log, the newest first: what was received. */
const receivedIn = async (place: HookPlace): Promise<boolean[]> =>
  (await logOf(place)).told.map(({ received }) => received);

/** Once the server has written down what became of its answer, or could not write it. */
const settled = (server: HookServer, times = 1): Promise<void> =>
  expect
    .poll(() => server.log().split(/"operation":"recordTold"|could not be answered/).length - 1)
    .toBe(times);

describe("What a hook did not wait for", { timeout: PATIENCE }, () => {
  it("is told from the file at once, and counts once", async () => {
    const { place, server } = await served();
    const between = await standBetween(place, server);
    let pid = 0;
    between.answer = () => {
      process.kill(pid, "SIGUSR2");
      return never();
    };
    const started = (hook: number): void => {
      pid = hook;
    };
    const ran = await place.hook("prompt", asked, { ...TIME_BY_SIGNAL, started });
    expect(toldBy(ran)).toContain(STATEMENT);
    await settled(server);
    expect(await receivedIn(place)).toEqual([true, false]);
    expect((await logOf(place)).worth.told).toBe(1);
    expect((await place.run("hook", "log")).out).toContain("not received");
    between.answer = async () => {};
    expect(toldBy(await place.hook("prompt", asked))).toBeUndefined();
  });

  it("is told with the next prompt if the file did not answer in time, either", async () => {
    const { place, server } = await served();
    const held = await holdWriteLock(place.memory);
    expect(toldBy(await place.hook("prompt", asked, GIVES_UP))).toContain("did not answer");
    await held.release();
    await settled(server);
    expect(await receivedIn(place)).not.toContain(true);
    expect(toldBy(await place.hook("prompt", asked))).toContain(STATEMENT);
    await settled(server, 2);
    expect((await receivedIn(place))[0]).toBe(true);
    expect(toldBy(await place.hook("prompt", asked))).toBeUndefined();
  });
});

describe("What was printed", { timeout: PATIENCE }, () => {
  const CHECKPOINT = "The parser is half done.";
  const EDIT = { tool_name: "Edit", tool_input: { file_path: "orders.ts" } };

  it.each([
    ["prompt", asked, STATEMENT],
    ["session-start", { source: "resume" }, CHECKPOINT],
    ["pre-edit", EDIT, STATEMENT],
  ] as const)(
    "at a %s is told again if the receipt was lost, and never again after it came",
    WITH_GIT,
    async (event, input, words) => {
      const place = await hookPlace();
      const repository = await gitRepository(place.work);
      await repository.write("orders.ts", "export const orders = [];\n");
      repository.commit("Add orders", new Date());
      const id = await place.decide();
      for (const argv of [
        ["anchor", id, "orders.ts"],
        ["git", "sync"],
        ["checkpoint", CHECKPOINT],
      ])
        expect(await place.run(...argv)).toMatchObject({ code: 0 });
      const server = await startHookServer(place);
      const between = await standBetween(place, server);
      between.losesReceipts = true;
      expect(toldBy(await place.hook(event, input))).toContain(words);
      await settled(server);
      expect(toldBy(await place.hook(event, input))).toContain(words);
      await settled(server, 2);
      expect(await receivedIn(place)).toEqual([false, false]);
      between.losesReceipts = false;
      expect(toldBy(await place.hook(event, input))).toContain(words);
      await settled(server, 3);
      expect(await receivedIn(place)).toEqual([true, false, false]);
      expect(toldBy(await place.hook(event, input))).toBeUndefined();
    },
  );

  it("is told again after a server that ended before the receipt came", async () => {
    const { place, server } = await served();
    const between = await standBetween(place, server);
    between.answer = server.kill;
    expect(toldBy(await place.hook("prompt", asked))).toContain(STATEMENT);
    rmSync(join(place.home, "run", `server-${process.pid}.json`));
    await startHookServer(place);
    expect(toldBy(await place.hook("prompt", asked))).toContain(STATEMENT);
  });

  it.each(["the file", "a server"])("and not read by the client does not count, by %s", async (by) => {
    const place = await decided();
    const server = by === "a server" ? await startHookServer(place) : undefined;
    const child = spawn(process.execPath, [MEMBRIA, "hook", "prompt"], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...environmentOfPerson(), ...place.env },
    });
    child.stdout.destroy();
    child.stdin.end(JSON.stringify({ session_id: "one", cwd: place.work, ...asked }));
    expect(await once(child, "close")).toEqual([0, null]);
    if (server) await settled(server);
    expect(await receivedIn(place)).not.toContain(true);
    expect(toldBy(await place.hook("prompt", asked))).toContain(STATEMENT);
  });

  it("to two prompts of a session at the same time counts for each", async () => {
    const { place, server } = await served();
    const told = await Promise.all([1, 2].map(async () => toldBy(await place.hook("prompt", asked))));
    const heard = told.filter((text) => text?.includes(STATEMENT)).length;
    expect(heard).toBeGreaterThan(0);
    await settled(server, heard);
    expect(await receivedIn(place)).toEqual(Array.from({ length: heard }, () => true));
    expect(toldBy(await place.hook("prompt", asked))).toBeUndefined();
  });
});

describe("A hook and a server of different versions", { timeout: PATIENCE }, () => {
  /** As the hook of 0.2.0 asks. */
  const request = ({ work }: HookPlace): string =>
    `${JSON.stringify({ v: 1, client: "claude-code", event: "prompt", input: { session_id: "one", cwd: work, hook_event_name: "UserPromptSubmit", ...asked } })}\n`;

  it("that sends no receipt has received what it read before it closed the connection", async () => {
    const { place, server } = await served();
    const hook = connect(socketOf(place, server));
    hook.write(request(place));
    const [answer] = (await once(hook, "data")) as [Buffer];
    expect(answer.toString()).toContain(STATEMENT);
    hook.destroy();
    await settled(server);
    expect(await receivedIn(place)).toEqual([true]);
    expect(toldBy(await place.hook("prompt", asked))).toBeUndefined();
  });

  it("that sends no receipt has received nothing if it was gone before the answer", async () => {
    const { place, server } = await served();
    const hook = connect(socketOf(place, server));
    await new Promise<void>((resolve) => hook.write(request(place), () => resolve()));
    hook.destroy();
    await settled(server);
    expect(await receivedIn(place)).toEqual([false]);
    expect(toldBy(await place.hook("prompt", asked))).toContain(STATEMENT);
  });

  it("that expects no receipt ends the connection with its answer, which is printed", async () => {
    const place = await decided();
    const run = join(place.home, "run");
    const entry: RunningServer = {
      pid: process.pid,
      socket: join(run, "older.sock"),
      memory: place.memory,
      folder: place.work,
      startedAt: Date.now(),
    };
    const older = createServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () =>
        socket.end(`${JSON.stringify({ v: 1, printed: "From an older server." })}\n`),
      );
    });
    await (await startHookServer(place)).stop();
    await new Promise<void>((resolve) => older.listen(entry.socket, resolve));
    onTestFinished(() => void older.close());
    writeFileSync(join(run, `server-${process.pid}.json`), JSON.stringify(entry));
    expect(await place.hook("prompt", asked)).toEqual({ code: 0, out: "From an older server.", err: "" });
  });
});
