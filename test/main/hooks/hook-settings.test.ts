import { chmodSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { HOOK_WAIT_MS, offEvents, readHookSettings } from "../../../src/main/hooks/hook-settings.ts";
import { kebab, resolveSettings, SETTINGS } from "../../../src/main/settings.ts";
import { folderOfTest } from "../../support/memory.ts";
import { raw } from "../../support/raw-sqlite.ts";

/** A home with this configuration file. */
async function homeWith(config: unknown): Promise<string> {
  const { path } = await folderOfTest();
  writeFileSync(join(path, "config.json"), typeof config === "string" ? config : JSON.stringify(config));
  return path;
}

describe("The settings of a hook", () => {
  it("are those of all programs: flags before variables before the file", async () => {
    const home = await homeWith({ dbPath: "/file.db", project: "file", hooksOff: ["stop"], hookWaitMs: 900 });
    const inFile = { memory: "/file.db", project: "file", hooksOff: ["stop"], waitMs: 900, home };
    expect(readHookSettings({ home }, {})).toMatchObject(inFile);
    const env = {
      MEMBRIA_HOME: home,
      MEMBRIA_DB_PATH: "/variable.db",
      MEMBRIA_PROJECT: "variable",
      MEMBRIA_HOOKS_OFF: "prompt, stop",
      MEMBRIA_HOOK_WAIT_MS: "800",
    };
    const inVariables = {
      memory: "/variable.db",
      project: "variable",
      hooksOff: ["prompt", "stop"],
      waitMs: 800,
    };
    expect(readHookSettings({}, env)).toMatchObject(inVariables);
    const flags = { "db-path": "/flag.db", project: "flag", "hooks-off": "all", "hook-wait-ms": "700" };
    const inFlags = { memory: "/flag.db", project: "flag", hooksOff: ["all"], waitMs: 700 };
    expect(readHookSettings(flags, env)).toMatchObject(inFlags);
  });

  it("have defaults, also where the file is none", async () => {
    for (const config of ["", "{", "[]", "null", "7", { hookWaitMs: "soon", project: {}, hooksOff: 7 }]) {
      const home = await homeWith(config);
      const settings = readHookSettings({ home }, {});
      expect(settings).toMatchObject({ memory: join(home, "membria.db"), waitMs: HOOK_WAIT_MS, home });
      expect(settings.project).toBeUndefined();
      expect(offEvents(settings.hooksOff, undefined).size).toBe(0);
    }
    expect(readHookSettings({}, {}).home).toBe(join(homedir(), ".membria"));
  });

  it.each(["~", "$HOME", "${HOME}"])("take %s at the beginning of a path for the home directory", (start) => {
    const settings = readHookSettings({}, { MEMBRIA_HOME: `${start}/memory` });
    expect(settings.home).toBe(join(homedir(), "memory"));
  });

  it("agree with those of the server, whose names and defaults they repeat", async () => {
    const server = resolveSettings({
      flags: {},
      env: {},
      file: { path: "config.json", values: {} },
      expandHome: (path) => path,
    });
    const hook = readHookSettings({ home: await homeWith({}) }, {});
    expect(hook.waitMs).toBe(server.hookWaitMs);
    expect(hook.dynamicExposure).toBe(server.dynamicExposure);
    expect(offEvents(hook.hooksOff, undefined)).toEqual(offEvents(server.hooksOff, undefined));
    for (const name of ["dbPath", "project", "hooksOff", "hookWaitMs"] as const) {
      const [variable = ""] = SETTINGS[name].env;
      const value = name === "hookWaitMs" ? "750" : name === "hooksOff" ? "stop" : "/x";
      const byVariable = readHookSettings({}, { [variable]: value });
      expect(readHookSettings({ [kebab(name)]: value }, {}), name).toEqual(byVariable);
      expect(byVariable, name).not.toEqual(readHookSettings({}, {}));
    }
  });

  it.each([{ readOnly: true }, { role: "viewer" }])(
    "switch everything off where nothing may be written: %j",
    async (config) => {
      expect(readHookSettings({ home: await homeWith(config) }, {}).hooksOff).toEqual(["all"]);
    },
  );

  it("take nothing of a file that everybody may write", { skip: process.platform === "win32" }, async () => {
    const home = await homeWith({ project: "file" });
    chmodSync(join(home, "config.json"), 0o666);
    expect(readHookSettings({ home }, {}).project).toBeUndefined();
  });

  it("take what another program names only if it is ours", async () => {
    const home = await homeWith({});
    const theirs = join(home, "theirs.db");
    const memory = () => readHookSettings({ home }, { MAMA_DB_PATH: theirs }).memory;
    expect(memory()).toBe(theirs);
    await raw(theirs, (db) => db.exec("CREATE TABLE theirs (x)"));
    expect(memory()).toBe(join(home, "membria.db"));
  });
});

describe("Events that are switched off", () => {
  it("are those of the settings and of the project together", () => {
    expect(offEvents([], undefined).size).toBe(0);
    expect(offEvents(["all"], undefined).size).toBe(7);
    expect(offEvents([], false).size).toBe(7);
    expect(offEvents(["stop", "nonsense"], { off: ["prompt"] })).toEqual(new Set(["prompt", "stop"]));
  });
});
