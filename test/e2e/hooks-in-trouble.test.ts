import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { copyFileSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { FILE_FORMAT } from "../../src/store/file/database-file.ts";
import { environmentOfPerson } from "../support/command-line.ts";
import { hookPlace, NO_TIME_FOR_SERVER, PROMPT, STATEMENT, toldBy } from "../support/hook-program.ts";
import { entriesIn, startHookServer } from "../support/hook-servers.ts";
import { folderOfTest } from "../support/memory.ts";
import { raw } from "../support/raw-sqlite.ts";
import { makeReadOnly, NO_DISK, smallDisk } from "../support/small-disk.ts";
import { MEMBRIA } from "../support/stdio-client.ts";
import { holdWriteLock } from "../support/write-lock.ts";

const PATIENCE = 240_000;
const asked = { prompt: PROMPT };
/** Long enough to read what it is asked; it waits for a lock for a quarter of this. */
const GIVES_UP = { env: { MEMBRIA_HOOK_WAIT_MS: "30000" } };
const NOT_ANSWERED = "did not answer";
const digest = (file: string): string => createHash("sha256").update(readFileSync(file)).digest("hex");
const released = fileURLToPath(new URL("../fixtures/memory-0.2.0.db", import.meta.url));

/** The header of a database of somebody else, with the number of our format. */
const foreignDatabase = (path: string): Promise<void> =>
  raw(path, (db) => db.exec(`CREATE TABLE theirs (x); PRAGMA user_version = ${FILE_FORMAT}`));

describe("A hook that finds no memory of this version", { timeout: PATIENCE }, () => {
  it("says nothing, and makes none", async () => {
    const place = await hookPlace();
    for (const event of ["session-start", "prompt", "stop"])
      expect(await place.hook(event, asked)).toEqual({ code: 0, out: "", err: "" });
    expect(existsSync(place.home)).toBe(false);
  });

  it("leaves one of an older version as it is, until a program opens it that brings it up to date", async () => {
    const place = await hookPlace();
    mkdirSync(place.home);
    copyFileSync(released, place.memory);
    expect(await place.hook("prompt", asked)).toEqual({ code: 0, out: "", err: "" });
    expect(digest(place.memory)).toBe(digest(released));
  });

  it.each(["MEMBRIA_DB_PATH", "MAMA_DB_PATH"])(
    "leaves the database of another program alone that %s names",
    async (variable) => {
      const place = await hookPlace();
      await place.decide();
      const theirs = join(place.home, "theirs.db");
      await foreignDatabase(theirs);
      const before = digest(theirs);
      const told = toldBy(await place.hook("prompt", asked, { env: { [variable]: theirs } }));
      // What our own variable names is meant; that of another program only says where its own data is.
      if (variable === "MAMA_DB_PATH") expect(told).toContain(STATEMENT);
      else expect(told).toBeUndefined();
      expect(digest(theirs)).toBe(before);
      expect(existsSync(`${theirs}-wal`)).toBe(false);
    },
  );
});

describe("A hook whose memory does not answer", { timeout: PATIENCE }, () => {
  it("says so once in a session, to a prompt or at its start, in the words of the client", async () => {
    const place = await hookPlace();
    mkdirSync(place.home);
    writeFileSync(place.memory, Buffer.alloc(8_192));
    for (const event of ["post-tool", "stop", "pre-edit", "session-end"])
      expect(await place.hook(event, {}), event).toEqual({ code: 0, out: "", err: "" });
    expect(toldBy(await place.hook("prompt", asked))).toContain(NOT_ANSWERED);
    for (const event of ["prompt", "session-start"])
      expect(toldBy(await place.hook(event, asked)), event).toBeUndefined();
    const second = { session: "two", argv: ["--client", "copilot"] };
    const said = JSON.parse((await place.hook("session-start", {}, second)).out) as object;
    expect(Object.keys(said)).toEqual(["additionalContext"]);
    expect(entriesIn(place)).toHaveLength(2);
  });

  it("which is forgotten a month later, when a server starts", async () => {
    const place = await hookPlace();
    await place.decide();
    mkdirSync(join(place.home, "run"));
    for (const [name, days] of [
      ["said-old", 31],
      ["said-new", 29],
    ] as const) {
      const at = new Date(Date.now() - days * 86_400_000);
      writeFileSync(join(place.home, "run", name), "");
      utimesSync(join(place.home, "run", name), at, at);
    }
    const server = await startHookServer(place);
    await server.stop();
    expect(entriesIn(place)).toEqual(["said-new"]);
  });

  it("lets the prompt go on while somebody else writes, and answers afterwards", async () => {
    const place = await hookPlace();
    await place.decide();
    const held = await holdWriteLock(place.memory);
    expect(toldBy(await place.hook("prompt", asked, GIVES_UP))).toContain(NOT_ANSWERED);
    await held.release();
    expect(toldBy(await place.hook("prompt", asked))).toContain(STATEMENT);
  });

  it("lets the prompt go on when a server is stopped while the file is locked", async () => {
    const place = await hookPlace();
    await place.decide();
    const server = await startHookServer(place);
    server.signal("SIGSTOP");
    const held = await holdWriteLock(place.memory);
    expect(toldBy(await place.hook("prompt", asked, NO_TIME_FOR_SERVER))).toContain(NOT_ANSWERED);
    await held.release();
  });

  it.skipIf(process.platform !== "linux")(
    "lets the prompt go on where the disk can only be read",
    async (context) => {
      const home = smallDisk((await folderOfTest()).file("disk"), 8_000);
      if (home === undefined) return context.skip(NO_DISK);
      const place = await hookPlace(home);
      await place.decide();
      makeReadOnly(home);
      for (const event of ["session-start", "prompt", "pre-edit", "post-tool", "stop"])
        expect(await place.hook(event, asked), event).toEqual({ code: 0, out: "", err: "" });
    },
  );
});

describe("A hook that is given what no client sends", { timeout: PATIENCE }, () => {
  const long = "x".repeat(5_000_000);
  const ODD_INPUTS: readonly (readonly [string, string])[] = [
    ["nothing", ""],
    ["no JSON", "{"],
    ["a list", "[]"],
    ["null", "null"],
    ["a number", "7"],
    ["no session", JSON.stringify({ prompt: PROMPT })],
    ["a session that is no text", JSON.stringify({ session_id: 7, prompt: PROMPT })],
    ["a session of 5 MB", JSON.stringify({ session_id: long, prompt: PROMPT })],
    ["a prompt that is no text", JSON.stringify({ session_id: "s", prompt: { text: PROMPT } })],
    ["a folder that is no text", JSON.stringify({ session_id: "s", cwd: 7, prompt: "What is that for?" })],
    ["a folder that cannot be", JSON.stringify({ session_id: "s", cwd: "\0", prompt: "What is that for?" })],
    ["a prompt of 5 MB on one line", JSON.stringify({ session_id: "s", prompt: `at ${long}` })],
    [
      "a tool that was given lists in lists",
      JSON.stringify({ session_id: "s", prompt: PROMPT }).replace(
        "{",
        `{"tool_input":${"[".repeat(100_000)}${"]".repeat(100_000)},`,
      ),
    ],
    [
      "an event of 21 MB",
      JSON.stringify({ session_id: "s", prompt: PROMPT, tool_input: "x".repeat(21_000_000) }),
    ],
    ["a prompt of 5 MB of fences", JSON.stringify({ session_id: "s", prompt: "```\n".repeat(1_250_000) })],
  ];

  it("prints nothing without a server", async () => {
    const place = await hookPlace();
    await place.decide();
    for (const [what, input] of ODD_INPUTS)
      expect(await place.hook("prompt", input), what).toEqual({ code: 0, out: "", err: "" });
  });

  it("prints nothing with a server, which goes on", async () => {
    const place = await hookPlace();
    await place.decide();
    const server = await startHookServer(place);
    for (const [what, input] of ODD_INPUTS)
      expect(await place.hook("prompt", input), what).toEqual({ code: 0, out: "", err: "" });
    const before = server.answered();
    expect(toldBy(await place.hook("prompt", asked, { session: "next" }))).toContain(STATEMENT);
    await expect.poll(server.answered).toBe(before + 1);
    expect(await server.stop()).toBe(0);
  });

  it.each([[["--client", "emacs"]], [["--client"]], [["--loudly"]]])("ends with 0 for %j", async (argv) => {
    const place = await hookPlace();
    const ran = await place.hook("prompt", asked, { argv });
    expect(ran).toEqual({ code: 0, out: "", err: "" });
  });

  it("ends by itself when its input does not", async () => {
    const place = await hookPlace();
    const child = spawn(process.execPath, [MEMBRIA, "hook", "prompt"], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...environmentOfPerson(), ...place.env, MEMBRIA_HOOK_WAIT_MS: "300" },
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    child.stdin.on("error", () => {});
    child.stdin.write('{"session_id"');
    const [out, err, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, "close"),
    ]);
    expect({ code, out, err }).toEqual({ code: 0, out: "", err: "" });
  });

  it("ends with 0 when nobody reads its answer", async () => {
    const place = await hookPlace();
    await place.decide();
    const child = spawn(process.execPath, [MEMBRIA, "hook", "prompt"], {
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...environmentOfPerson(), ...place.env },
    });
    child.stdout.destroy();
    child.stdin.end(JSON.stringify({ session_id: "s", cwd: place.work, ...asked }));
    const [err, [code]] = await Promise.all([text(child.stderr), once(child, "close")]);
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });
});
