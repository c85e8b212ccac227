import { execFileSync } from "node:child_process";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { notePlace } from "../../src/portability/sql/project-places.ts";
import { readProjects } from "../../src/portability/sql/projects.ts";
import { verifyAudit } from "../../src/repair/sql/verify-memory.ts";
import { commandLineOn } from "../support/command-line.ts";
import { WITH_GIT } from "../support/git.ts";
import { decide } from "../support/loop.ts";
import { openMemory } from "../support/memory.ts";
import { workplace } from "../support/project-files.ts";
import { startServer } from "../support/stdio-client.ts";

const [OLD, NEW] = ["commit/5c57a1b2c3d4", "git.example/acme/shop"];
const PLACE = { id: "git:/code/shop/.git", root: "/code/shop" } as const;

/** The command line in a folder whose project is `NEW` now and was `OLD`, where two decisions still are. */
async function inRenamed(answer?: boolean, kind: "human" | "agent" = "human") {
  const memory = await openMemory();
  await notePlace(memory, PLACE, OLD, undefined, memory.clock.now());
  for (const statement of ["Store orders in a table", "Ship on Fridays"])
    await decide(memory, { statement }, { project: OLD });
  const project = async () => ({ project: NEW, source: "origin", place: PLACE });
  const { run } = commandLineOn(memory, NEW, { project }, { confirm: async () => answer }, { kind });
  return { memory, run };
}

describe("membria projects", () => {
  it("lists them with counts and last use, the one of this folder, and where its memory may be", async () => {
    const { run } = await inRenamed();
    expect((await run("projects")).out).toBe(
      [
        "HERE  DECISIONS  OTHER  LAST USE  PROJECT",
        `*     0          0      –         ${NEW}`,
        `      2          0      now       ${OLD}`,
        `2 decisions are under ${OLD}: membria projects move ${OLD} ${NEW}`,
      ].join("\n"),
    );
    expect(JSON.parse((await run("projects", "--json")).out)).toEqual({
      projects: [
        { project: NEW, decisions: 0, other_memories: 0, last_used_at: null, here: true },
        {
          project: OLD,
          decisions: 2,
          other_memories: 0,
          last_used_at: "2026-02-12T10:30:00.000Z",
          here: false,
        },
      ],
      perhaps_here: [{ project: OLD, decisions: 2, other_memories: 0, because: "same-directory" }],
    });
  });

  it("is named by an empty list and an empty search, and not to an agent", async () => {
    const hint = `2 decisions are under ${OLD}: membria projects move ${OLD} ${NEW}`;
    const { run } = await inRenamed();
    for (const argv of [["list"], ["search", "orders"]]) expect((await run(...argv)).out).toContain(hint);
    const agent = await inRenamed(undefined, "agent");
    for (const argv of [["list"], ["search", "orders"], ["projects"]])
      expect((await agent.run(...argv)).out).not.toContain("membria projects move");
  });

  it("move, merge and rename say what they do before and after, and undo takes the last one back", async () => {
    const { run } = await inRenamed();
    const said = async (...argv: string[]) => {
      const { code, out, err } = await run("projects", ...argv);
      return code === 0 ? out : `${code} ${err}`;
    };
    const undo = "`membria projects undo` takes it back.";
    expect(await said("move", OLD, NEW, "--dry-run")).toBe(`Would move from ${OLD} to ${NEW}: 2 decisions.`);
    expect(await said("move", OLD, NEW)).toBe(`Moved from ${OLD} to ${NEW}: 2 decisions.\n${undo}`);
    await run("decide", "Log to standard output", "--confidence", "0.8");
    expect(await said("undo", "--dry-run")).toBe(`Would move from ${NEW} to ${OLD}: 2 decisions.`);
    expect(await said("undo")).toBe(`Moved from ${NEW} to ${OLD}: 2 decisions.`);
    expect(await said("undo")).toContain("3 membria: No project was moved, or all moves were undone.");
    expect(await said("move", OLD, NEW)).toBe(
      `4 membria: The project "${NEW}" has memories of its own: 1 of them decisions, 0 others.\n` +
        `Nothing was changed. The two can be merged. To have it here: membria projects merge ${OLD} ${NEW}`,
    );
    expect(await said("merge", OLD, NEW)).toBe(
      `Moved from ${OLD} to ${NEW}: 2 decisions.\n${NEW} keeps the memory of its own.\n${undo}`,
    );
    expect(await said("rename", NEW, "shop")).toBe(
      `Moved from ${NEW} to shop: 3 decisions.\n` +
        `This folder's own name is still ${NEW}. To use shop here, write {"project": "shop"} into .membria.json.\n${undo}`,
    );
    expect(await said("rename", "nowhere", "else")).toContain(
      '3 membria: The project "nowhere" has no memories.',
    );
    expect(await said("move", "shop", "All Of It")).toContain('for example "all-of-it"');
  });

  it("forget asks, and erases all of it", async () => {
    const asked = await inRenamed();
    const refused = await asked.run("projects", "forget", OLD);
    expect([refused.code, refused.err]).toEqual([
      2,
      `membria: Erasing cannot be undone, so nothing was erased. ${OLD}: 2 decisions, 0 other memories, 0 proposals.\nTo do it: membria projects forget ${OLD} --yes`,
    ]);
    const { run, memory } = await inRenamed(false);
    expect((await run("projects", "forget", OLD)).out).toBe("Nothing was erased.");
    expect((await run("projects", "forget", OLD, "--dry-run")).out).toContain("Would erase");
    const done = await run("projects", "forget", OLD, "--yes", "--json");
    expect(JSON.parse(done.out)).toMatchObject({ project: OLD, erased: true, decisions: 2 });
    expect(await readProjects(memory)).toEqual([]);
    expect((await verifyAudit(memory)).problem).toBeUndefined();
  });

  it("is refused to an agent, in words that name no command", async () => {
    const { run } = await inRenamed(true, "agent");
    for (const argv of [
      ["move", OLD, NEW],
      ["merge", OLD, NEW],
      ["rename", OLD, NEW],
      ["undo"],
      ["forget", OLD],
    ]) {
      const { code, err } = await run("projects", ...argv);
      expect([code, err]).toEqual([
        5,
        "membria: Only a person moves, renames or erases a project.\nNothing was changed. A person has to do it at a terminal of their own.",
      ]);
    }
  });
});

describe("the program, in a folder that becomes a repository", WITH_GIT, () => {
  it("keeps its memory through the first commit, the first remote and a renamed organisation, for a server, too", async () => {
    const { path, run, json, env } = await workplace();
    const shop = join(path, "shop");
    await mkdir(shop);
    const git = (...args: string[]): void =>
      void execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@git.example", ...args], {
        cwd: shop,
        env: { PATH: process.env["PATH"], GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: join(path, "none") },
      });
    const listed = async (): Promise<string> => {
      const { out, err } = await run(shop, ["list"]);
      expect(out).toContain("Store orders in a table");
      return err;
    };
    await json(shop, ["decide", "Store orders in a table", "--confidence", "0.8"]);
    git("init", "--quiet");
    git("commit", "--quiet", "--allow-empty", "-m", "First");
    expect(await listed()).toMatch(
      /"commit\/[0-9a-f]{12}" now, and its memory under "default" moved along: 1 decision/,
    );
    git("remote", "add", "origin", "https://git.example/acme/shop.git");
    expect(await listed()).toMatch(/"git\.example\/acme\/shop" now, and its memory under "commit\//);
    git("remote", "set-url", "origin", "https://git.example/umbrella/shop.git");
    const server = startServer({ cwd: shop, env });
    await server.initialize();
    const found = async () => JSON.stringify(await server.call("search_decisions", { query: "orders" }));
    const [first, second] = [await found(), await found()];
    await server.close();
    expect(first).toContain("moved along: 1 decision. Ask the person, who can take that back at a terminal.");
    expect(first).toContain("Store orders in a table");
    expect(second).not.toContain("moved along");
    expect(await listed()).toBe("");
    expect((await run(shop, ["projects", "undo"])).code).toBe(0);
    const { out } = await run(shop, ["list"]);
    expect(out).toContain("membria projects move git.example/acme/shop git.example/umbrella/shop");
  });
});
