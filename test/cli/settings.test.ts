import { describe, expect, it } from "vitest";
import { NAMES, resolveSettings, SETTINGS } from "../../src/main/settings.ts";

interface Sources {
  flags?: Record<string, unknown>;
  env?: Record<string, string>;
  file?: Record<string, unknown>;
}

const resolve = ({ flags = {}, env = {}, file = {} }: Sources = {}) =>
  resolveSettings({
    flags,
    env,
    file: { path: "~/.membria/config.json", values: file },
    expandHome: (path) => path,
  });

describe("CONTRACTS 5: a setting is a flag, a variable or a line in config.json, in that order", () => {
  const flags = { logLevel: "error" };
  const env = { MEMBRIA_LOG_LEVEL: "warn" };
  const file = { logLevel: "debug" };

  it.each([
    ["flag", { flags, env, file }, "error"],
    ["variable", { env, file }, "warn"],
    ["file", { file }, "debug"],
    ["default", {}, "info"],
  ] satisfies [string, Sources, string][])("%s", (_, sources, level) => {
    expect(resolve(sources).logLevel).toBe(level);
  });

  it("has the defaults of the contract", () => {
    expect(resolve()).toMatchObject({
      profile: "core",
      toolNames: "portable",
      readOnly: false,
      role: "agent",
      logLevel: "info",
      modules: [],
      dbPath: undefined,
      graphUrl: undefined,
      project: undefined,
      toolsets: undefined,
      adminSecret: undefined,
    });
  });

  it.each([
    ["MAMA_DB_PATH", "dbPath", "/old.db"],
    ["MEMBRIA_DB_PATH", "dbPath", "/new.db"],
    ["MAMA_LOG_LEVEL", "logLevel", "debug"],
    ["AGENT_MEMORY_SECRET", "adminSecret", "abc"],
    ["MAMA_AUTH_TOKEN", "authToken", "your-secure-token-here"],
    ["MEMBRIA_WEBHOOK_SECRET", "webhookSecret", "sixteen-or-more-characters"],
    ["MEMBRIA_RATE_LIMIT", "rateLimit", "off"],
    ["MEMBRIA_PROJECT", "project", "shop"],
    ["MEMBRIA_ROLE", "role", "viewer"],
  ] as const)("reads %s", (variable, name, value) => {
    expect(resolve({ env: { [variable]: value } })[name]).toBe(value);
  });

  it("prefers our variable to the one of MAMA", () => {
    const both = { MEMBRIA_DB_PATH: "/new.db", MAMA_DB_PATH: "/old.db" };
    expect(resolve({ env: both }).dbPath).toBe("/new.db");
  });

  it("takes an empty variable as not set", () => {
    expect(resolve({ env: { MEMBRIA_LOG_LEVEL: "" }, file }).logLevel).toBe("debug");
  });

  it.each([
    ["a, b ,,c", ["a", "b", "c"]],
    ["", undefined],
  ])("splits a list in a variable: %j", (text, list) => {
    expect(resolve({ env: { MEMBRIA_TOOLSETS: text } }).toolsets).toEqual(list);
  });

  it("takes a list in the file as a list", () => {
    expect(resolve({ file: { modules: ["ml", "data"] } }).modules).toEqual(["ml", "data"]);
  });

  it.each([
    ["1", true],
    ["true", true],
    ["on", true],
    ["yes", true],
    ["0", false],
    ["false", false],
    ["off", false],
    ["no", false],
  ])("reads MEMBRIA_READ_ONLY=%s as %s", (text, value) => {
    expect(resolve({ env: { MEMBRIA_READ_ONLY: text } }).readOnly).toBe(value);
  });
});

describe("an invalid setting", () => {
  it.each([
    [{ flags: { logLevel: "loud" } }, "--log-level", "debug, info, warn, error"],
    [{ env: { MEMBRIA_ROLE: "root" } }, "MEMBRIA_ROLE", "viewer, agent, admin"],
    [{ file: { profile: "tiny" } }, "profile in ~/.membria/config.json", "core or full"],
    [{ env: { MEMBRIA_READ_ONLY: "maybe" } }, "MEMBRIA_READ_ONLY", "reads"],
    [{ file: { toolsets: 5 } }, "toolsets in ~/.membria/config.json", "membria"],
  ] satisfies [Sources, string, string][])(
    "%j is refused by its source, with what would work",
    (sources, source, hint) => {
      expect(() => resolve(sources)).toThrow(
        expect.objectContaining({
          code: "invalid",
          reason: "invalid_setting",
          field: source,
          message: expect.stringContaining(source),
          hint: expect.stringContaining(hint),
        }) as Error,
      );
    },
  );

  it.each(["colour", "home", "adminSecret", "log_level"])("%s in config.json is unknown", (name) => {
    expect(() => resolve({ file: { [name]: "x" } })).toThrow(
      expect.objectContaining({
        reason: "unknown_setting",
        message: `There is no setting ${name} (in ~/.membria/config.json).`,
        hint: expect.stringContaining("logLevel"),
      }) as Error,
    );
  });

  it.each(["MEMBRIA_AUTH_TOKEN", "MEMBRIA_WEBHOOK_SECRET"])("an invalid %s is not repeated", (variable) => {
    expect(() => resolve({ env: { [variable]: "too-short" } })).toThrow(
      expect.objectContaining({
        message: expect.not.stringContaining("too-short"),
        hint: expect.stringContaining("at least 16 characters"),
        received: undefined,
      }) as Error,
    );
  });

  it("secrets and the home folder are not read from the file", () => {
    expect(NAMES.filter((name) => !SETTINGS[name].inFile)).toEqual(
      expect.arrayContaining(["home", "adminSecret", "webhookSecret"]),
    );
  });
});
