import { chmod, chown, writeFile } from "node:fs/promises";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { readEnvironment, tilde } from "../../src/main/environment.ts";
import { wire } from "../../src/main/wire.ts";
import { describeMemory } from "../../src/repair/sql/describe-file.ts";
import { callBy, folderOfTest } from "../support/memory.ts";
import { AS_ROOT } from "../support/needs.ts";

beforeEach(() => {
  for (const name of Object.keys(process.env))
    if (/^(?:MEMBRIA_|MAMA_|AGENT_MEMORY_)/.test(name)) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the environment", () => {
  it("has its home from the flag, the variable, or below the person's", async () => {
    const folder = await folderOfTest();
    vi.stubEnv("HOME", folder.path);
    expect(readEnvironment({}).home).toBe(folder.file(".membria"));
    vi.stubEnv("MEMBRIA_HOME", folder.file("variable"));
    expect(readEnvironment({}).home).toBe(folder.file("variable"));
    expect(readEnvironment({ home: folder.file("flag") }).home).toBe(folder.file("flag"));
  });

  it("reads config.json in that home; what a command prefers holds only where that says nothing", async () => {
    const folder = await folderOfTest();
    const read = (flags = {}) => readEnvironment({ home: folder.path, ...flags }, { logLevel: "warn" });
    expect(read().settings.logLevel).toBe("warn");
    await writeFile(folder.file("config.json"), '{"logLevel": "debug"}');
    expect(read().settings.logLevel).toBe("debug");
    vi.stubEnv("MAMA_LOG_LEVEL", "error");
    expect(read().settings.logLevel).toBe("error");
    expect(read({ logLevel: "info" }).settings.logLevel).toBe("info");
  });

  it.each(["{broken", "[]", "null", '"text"'])("refuses a config.json of %s", async (text) => {
    const folder = await folderOfTest();
    await writeFile(folder.file("config.json"), text);
    expect(() => readEnvironment({ home: folder.path })).toThrow(
      expect.objectContaining({ code: "invalid", reason: "invalid_settings" }) as Error,
    );
  });

  it("refuses a config.json that everybody may write", { skip: process.platform === "win32" }, async () => {
    const folder = await folderOfTest();
    const path = folder.file("config.json");
    await writeFile(path, '{"logLevel": "debug"}');
    await chmod(path, 0o646);
    expect(() => readEnvironment({ home: folder.path })).toThrow(
      expect.objectContaining({ code: "unavailable", reason: "foreign_settings" }) as Error,
    );
    await chmod(path, 0o644);
    expect(readEnvironment({ home: folder.path }).settings.logLevel).toBe("debug");
  });

  it("refuses a config.json of another user, and takes one of root", AS_ROOT, async () => {
    const folder = await folderOfTest();
    const path = folder.file("config.json");
    await writeFile(path, '{"logLevel": "debug"}');
    expect(readEnvironment({ home: folder.path }).settings.logLevel).toBe("debug");
    await chown(path, 12345, 12345);
    expect(() => readEnvironment({ home: folder.path })).toThrow(
      expect.objectContaining({
        reason: "foreign_settings",
        message: expect.stringContaining("the file belongs to another user"),
        hint: expect.stringContaining("chown"),
      }) as Error,
    );
  });

  it("remembers that the file was named by another program's variable", async () => {
    const folder = await folderOfTest();
    vi.stubEnv("MAMA_DB_PATH", folder.file("mama.db"));
    expect(readEnvironment({ home: folder.path }).dbPathFrom).toBe("MAMA_DB_PATH");
    expect(readEnvironment({ home: folder.path, dbPath: "x" }).dbPathFrom).toBeUndefined();
    vi.stubEnv("MEMBRIA_DB_PATH", folder.file("own.db"));
    expect(readEnvironment({ home: folder.path }).dbPathFrom).toBeUndefined();
  });
});

describe("the home folder of the person in a setting, which no shell has replaced", () => {
  it.each(["~", "$HOME", `\${HOME}`])("%s at the beginning is that folder", async (home) => {
    const folder = await folderOfTest();
    vi.stubEnv("HOME", folder.path);
    vi.stubEnv("MEMBRIA_HOME", `${home}/memories`);
    vi.stubEnv("MAMA_DB_PATH", `${home}/mama.db`);
    expect(readEnvironment({})).toMatchObject({
      home: folder.file("memories"),
      settings: { home: folder.file("memories"), dbPath: folder.file("mama.db") },
    });
    vi.stubEnv("MEMBRIA_DB_PATH", `${home}/own.db`);
    expect(readEnvironment({}).settings.dbPath).toBe(folder.file("own.db"));
    vi.stubEnv("MEMBRIA_HOME", home);
    expect(readEnvironment({}).home).toBe(folder.path);
    expect(readEnvironment({ home: `${home}/flag`, dbPath: `${home}/flag.db` })).toMatchObject({
      home: folder.file("flag"),
      settings: { dbPath: folder.file("flag.db") },
    });
  });

  it("is replaced in config.json, too", async () => {
    const folder = await folderOfTest();
    vi.stubEnv("HOME", folder.path);
    await writeFile(folder.file("config.json"), '{"dbPath": "~/own.db", "embedding": "~/model"}');
    expect(readEnvironment({ home: "~" }).settings).toMatchObject({
      dbPath: folder.file("own.db"),
      embedding: folder.file("model"),
    });
  });

  it.each(["/srv/~/x", "/srv/$HOME/x", "$HOMES/x", "./~/x", "a~"])("%s has none of it", (path) => {
    expect(readEnvironment({ dbPath: path }).settings.dbPath).toBe(path);
  });

  it.each(["MEMBRIA_HOME", "MEMBRIA_DB_PATH", "MAMA_DB_PATH"])(
    "of another user is refused in %s",
    (variable) => {
      vi.stubEnv(variable, "~somebody/x");
      expect(() => readEnvironment({})).toThrow(
        expect.objectContaining({
          code: "invalid",
          field: variable,
          message: expect.stringContaining("another user, ~somebody"),
          hint: expect.stringContaining("Write the whole path"),
        }) as Error,
      );
    },
  );
});

describe("a path as it may be shown", () => {
  it.each([
    ["/home/somebody/.membria/config.json", "/home/somebody", "~/.membria/config.json"],
    ["/home/somebody", "/home/somebody", "~"],
    ["/home/somebodyelse/x", "/home/somebody", "/home/somebodyelse/x"],
    ["/etc/x", "/home/somebody", "/etc/x"],
    ["/etc/x", "/", "/etc/x"],
    ["C:\\Users\\somebody\\.membria\\config.json", "C:\\Users\\somebody", "~\\.membria\\config.json"],
    ["C:\\Users\\somebody/.membria", "C:\\Users\\somebody", "~/.membria"],
    ["C:\\Users\\somebodyelse\\x", "C:\\Users\\somebody", "C:\\Users\\somebodyelse\\x"],
  ])("%s at home in %s is %s", (path, home, shown) => {
    expect(tilde(path, home)).toBe(shown);
  });
});

describe("what is wired", () => {
  async function wired(flags: Record<string, unknown>) {
    const folder = await folderOfTest();
    const log = new PassThrough();
    const wiring = await wire(readEnvironment({ home: folder.path, ...flags }), log as never, {
      keepsRunning: false,
    });
    onTestFinished(() => wiring.memory.close());
    return { folder, wiring, log };
  }

  it("is a memory in the home that works, with the modules of the settings", async () => {
    const before = Date.now();
    const { folder, wiring } = await wired({ modules: "ml, data", project: "shop" });
    expect(await describeMemory(wiring.memory)).toMatchObject({ location: folder.file("membria.db") });
    expect(wiring.modules).toEqual(expect.arrayContaining(["database", "ml", "data"]));
    expect(await wiring.project()).toMatchObject({ project: "shop", source: "setting" });
    expect(wiring.startNotices).toEqual([]);
    expect(wiring.ids.next("dec")).toMatch(/^dec_[a-z0-9]+$/);
    const now = wiring.clock.now().getTime();
    expect([before <= now, now <= Date.now()]).toEqual([true, true]);
  });

  it("says so when a graph is named that no team can use, and names one that would work", async () => {
    const { wiring, log } = await wired({ graphUrl: "http://:secret@localhost:7687" });
    expect(wiring.startNotices).toEqual([expect.stringContaining("redis://localhost:6379")]);
    const logged = String(log.read());
    expect(logged).toContain("redis://localhost:6379");
    expect(logged).not.toContain("secret");
    const caller = callBy();
    expect(wiring.lateNotices.take(caller)).toEqual(wiring.startNotices);
    expect(wiring.lateNotices.take(caller)).toEqual([]);
  });

  it.each(["redis://localhost", "rediss://:secret@hub:6380", "falkor://hub", "falkors://hub"])(
    "says nothing of %s, and connects to nothing while no project is shared",
    async (graphUrl) => {
      const { wiring } = await wired({ graphUrl });
      expect(wiring.startNotices).toEqual([]);
      expect(wiring.lateNotices.take(callBy())).toEqual([]);
      expect(await wiring.team.contact("shop")).toBeUndefined();
    },
  );

  it("leaves a file of another program alone and says how to bring it in", async () => {
    const theirs = (await folderOfTest()).file("mama.db");
    await writeFile(theirs, "SQLite format 3\0 of somebody else");
    vi.stubEnv("MAMA_DB_PATH", theirs);
    const { folder, wiring } = await wired({});
    expect(wiring.startNotices).toEqual([expect.stringContaining("membria import mama")]);
    expect(await describeMemory(wiring.memory)).toMatchObject({ location: folder.file("membria.db") });
  });
});
