import { readdir, readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../support/falkordb.ts";
import { folderOfTest } from "../support/memory.ts";
import { runProgram } from "../support/run-program.ts";

const PASSWORD = "hunter2-of-the-hub";

/** The built program on machines of its own, as people type it, with a real server. */
describe("A team that is made, joined and left with commands", WITH_FALKORDB, () => {
  let hub: FalkorDb;
  beforeAll(async () => {
    hub = await startFalkorDb({ password: PASSWORD });
  });
  afterAll(() => hub.remove());

  it("knows the same everywhere, and refuses who was not invited", async () => {
    const folder = await folderOfTest();
    const url = hub.url.replace("redis://", `redis://:${PASSWORD}@`);
    const printed: string[] = [];
    const at = (home: string) => async (argv: readonly string[], input?: string) => {
      const env = {
        MEMBRIA_HOME: folder.file(home),
        MEMBRIA_PROJECT: "github.com/acme/shop",
        MEMBRIA_EMBEDDING: "off",
        MEMBRIA_GRAPH_URL: url,
      };
      const run = await runProgram(argv, { cwd: folder.path, env, ...(input !== undefined && { input }) });
      printed.push(run.out, run.err);
      return run;
    };
    const [one, two, thief] = [at("one"), at("two"), at("thief")];
    await one(["decide", "Cache carts in Redis"]);
    expect((await one(["team", "create", "--from", "all"])).code).toBe(0);
    const { invitation, fingerprint } = JSON.parse((await one(["team", "invite", "--json"])).out);
    const join = ["team", "join", "--invite", "-", "--from", "all", "--fingerprint", fingerprint];
    expect((await two(join, invitation)).out).toMatch(/synced +1 change sent, 1 received/);
    expect(await thief(join, invitation)).toMatchObject({
      code: 4,
      err: expect.stringContaining("came in with this invitation already"),
    });
    expect((await two(["list"])).out).toContain("Cache carts in Redis");
    await two(["decide", "Store carts in files"]);
    await two(["team", "sync"]);
    await one(["team", "sync"]);
    expect((await one(["list"])).out).toContain("Store carts in files");
    const { members } = JSON.parse((await one(["team", "members", "--json"])).out);
    const other = (members as { here: boolean; origin: string }[]).find(({ here }) => !here)?.origin ?? "";
    expect((await one(["team", "role", other, "viewer"])).code).toBe(0);
    await two(["team", "sync"]);
    await two(["decide", "Keep nothing at all"]);
    await two(["team", "sync"]);
    await one(["team", "sync"]);
    expect((await one(["list"])).out).not.toContain("Keep nothing at all");
    expect((await two(["team", "status"])).out).toContain("viewer: what it writes stays here");
    expect((await two(["team", "leave", "--yes"])).code).toBe(0);
    expect((await two(["list"])).out).toContain("Cache carts in Redis");
    expect(printed.join("\n")).not.toContain(PASSWORD);
    const files = await readdir(folder.path, { recursive: true, withFileTypes: true });
    const holding = [];
    for (const file of files.filter((entry) => entry.isFile()))
      if ((await readFile(`${file.parentPath}/${file.name}`)).includes(PASSWORD)) holding.push(file.name);
    // Of the machine that is still in the team, and nothing else.
    expect(holding).toEqual([expect.stringMatching(/^team_[0-9a-f]{20}\.json$/)]);
  });
});
