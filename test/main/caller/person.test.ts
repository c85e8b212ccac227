import { mkdir, writeFile } from "node:fs/promises";
import { userInfo } from "node:os";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { findPerson } from "../../../src/main/caller/person.ts";
import { type Environment, readEnvironment } from "../../../src/main/environment.ts";
import { wire } from "../../../src/main/wire.ts";
import { folderOfTest } from "../../support/memory.ts";

const noRoots = async () => [];
const named = (name: string): string => `[user]\n\tname = ${name}\n`;

/** Where nothing of this machine is found: a home of its own, outside a repository. */
async function emptyHome() {
  const folder = await folderOfTest();
  vi.stubEnv("HOME", folder.path);
  const environment = (flags: Record<string, unknown> = {}): Environment => ({
    ...readEnvironment(flags),
    cwd: folder.path,
  });
  return {
    file: folder.file,
    environment,
    find: (flags?: Record<string, unknown>) => findPerson(environment(flags), noRoots),
  };
}

beforeEach(() => {
  for (const name of ["MEMBRIA_PERSON", "MEMBRIA_HOME", "GIT_CONFIG_GLOBAL", "XDG_CONFIG_HOME"])
    vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe("the person who uses this machine", () => {
  it("is named by the flag, then the variable, then config.json, then git, then the system", async () => {
    const { find, ...home } = await emptyHome();
    expect(await find()).toBe(userInfo().username);
    await writeFile(home.file(".gitconfig"), named("Jane of git"));
    expect(await find()).toBe("Jane of git");
    await mkdir(home.file(".membria"));
    await writeFile(home.file(".membria/config.json"), '{"person": "Jane of the file"}');
    expect(await find()).toBe("Jane of the file");
    vi.stubEnv("MEMBRIA_PERSON", "Jane of the variable");
    expect(await find()).toBe("Jane of the variable");
    expect(await find({ person: "Jane of the flag" })).toBe("Jane of the flag");
  });

  it.each(["  ", "x".repeat(1_001)])("is not %o", async (person) => {
    const { environment } = await emptyHome();
    expect(() => environment({ person })).toThrow(
      expect.objectContaining({ reason: "invalid_setting", field: "--person" }) as Error,
    );
  });

  it("is found in the files where git looks: GIT_CONFIG_GLOBAL alone, or ~/.gitconfig before that of XDG", async () => {
    const { find, ...home } = await emptyHome();
    await mkdir(home.file(".config/git"), { recursive: true });
    await writeFile(home.file(".config/git/config"), named("Jane of .config"));
    expect(await find()).toBe("Jane of .config");
    await mkdir(home.file("xdg/git"), { recursive: true });
    await writeFile(home.file("xdg/git/config"), named("Jane of XDG"));
    vi.stubEnv("XDG_CONFIG_HOME", home.file("xdg"));
    expect(await find()).toBe("Jane of XDG");
    await writeFile(home.file(".gitconfig"), named("Jane of ~"));
    expect(await find()).toBe("Jane of ~");
    await writeFile(home.file("global"), named("Jane of the global file"));
    vi.stubEnv("GIT_CONFIG_GLOBAL", home.file("global"));
    expect(await find()).toBe("Jane of the global file");
    vi.stubEnv("GIT_CONFIG_GLOBAL", home.file("missing"));
    expect(await find()).toBe(userInfo().username);
  });

  it("does not ask the client for its roots when the settings name the person", async () => {
    const { environment } = await emptyHome();
    const roots = () => expect.unreachable("asked");
    expect(await findPerson(environment({ person: "Jane" }), roots)).toBe("Jane");
  });

  it("is looked up once, and not before it is needed", async () => {
    const home = await emptyHome();
    const wiring = await wire(home.environment(), new PassThrough() as never, { keepsRunning: false });
    onTestFinished(() => wiring.close());
    await writeFile(home.file(".gitconfig"), named("Jane"));
    expect(await wiring.person(noRoots)).toBe("Jane");
    await writeFile(home.file(".gitconfig"), named("John"));
    expect(await wiring.person(noRoots)).toBe("Jane");
  });
});
