import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startEraClient } from "../mcp/eras-client.ts";
import { workplace } from "../support/project-files.ts";

/** Several processes are started. */
const PATIENCE = 240_000;

const texts = (answer: unknown): string => JSON.stringify(answer);

describe("a name that nobody has used", () => {
  const decide = (statement: string) => ["decide", statement, "--confidence", "0.8"];
  const SHOP = "https://git.example/acme/shop.git";

  it("is not bound by reads, and is bound to the repository of the first write", async () => {
    const { clone, json, run } = await workplace();
    const one = await clone("one", SHOP, "shop");
    const other = await clone("other", "https://git.example/acme/other.git", "shop");
    for (const root of [one, other]) {
      expect(await run(root, ["list"])).toMatchObject({ code: 0, err: "" });
      expect(await json(root, ["trust"])).toMatchObject({ standing: "free" });
    }
    expect(await json(one, decide("Cache orders in Redis"))).toMatchObject({ project: "shop" });
    expect(await json(one, ["list"])).toMatchObject({ total: 1 });
    const told = await run(other, ["list"]);
    expect(told.out).toContain("No decisions yet in git.example/acme/other");
    expect(told.err).toContain("1 decision waits under that name");
    expect(await json(other, decide("Cache nothing"))).toMatchObject({ project: "git.example/acme/other" });
    const log = (await run(one, ["audit", "--json"])).out.trim().split("\n");
    const entries = log.map((line) => JSON.parse(line) as unknown);
    expect(entries).toContainEqual(
      expect.objectContaining({ action: "project.bound", subject: "shop", author_kind: "human" }),
    );
  });

  it("is shared by further clones and work trees of the same origin", async () => {
    const { clone, json, path } = await workplace();
    const one = await clone("one", SHOP, "shop");
    await json(one, decide("Cache orders in Redis"));
    const second = await clone("second", "git@git.example:acme/shop.git", "shop");
    expect(await json(second, ["list"])).toMatchObject({ total: 1 });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=Test", "-c", "user.email=test@git.example", ...args], {
        cwd: path,
        stdio: "pipe",
      });
    git("init", "--quiet", "third");
    git("-C", "third", "remote", "add", "origin", SHOP);
    git("-C", "third", "commit", "--quiet", "--allow-empty", "-m", "First");
    git("-C", "third", "worktree", "add", "--quiet", "../tree");
    await clone("third", SHOP, "shop");
    expect(await json(join(path, "tree"), ["list"])).toMatchObject({ total: 1 });
  });

  it("is bound to its folder outside of git", async () => {
    const { folder, json } = await workplace();
    const notes = await folder("notes", "shop");
    expect(await json(notes, decide("Write it down"))).toMatchObject({ project: "shop" });
    expect(await json(notes, ["list"])).toMatchObject({ total: 1 });
    const others = await folder("others", "shop");
    expect(await json(others, decide("Write nothing down"))).toMatchObject({ project: "default" });
  });

  it.each(["github.com/acme/shop", "commit/0123456789ab", "default"])(
    "needs trust if another repository would have it by itself: %s",
    async (name) => {
      const { clone, json, run } = await workplace();
      const evil = await clone("game", "https://git.example/mallory/game.git", name);
      expect(await json(evil, decide("Draw the board with SVG"))).toMatchObject({
        project: "git.example/mallory/game",
      });
      expect((await run(evil, ["list"])).err).toContain("no decisions wait under that name");
    },
  );

  it("needs no trust if it is the name that the repository has by itself", async () => {
    const { clone, json, run } = await workplace();
    const shop = await clone("shop", SHOP, "git.example/acme/shop");
    await json(shop, [...decide("Cache orders in Redis"), "--project", "git.example/acme/shop"]);
    const { out, err } = await run(shop, ["list"]);
    expect(out).toContain("Cache orders in Redis");
    expect(err).toBe("");
  });

  it(
    "is no longer followed by a running server once another repository has written under it",
    async () => {
      const { clone, env, json } = await workplace();
      const [one, other] = [
        await clone("one", SHOP, "shop"),
        await clone("other", "https://git.example/acme/other.git", "shop"),
      ];
      const client = await startEraClient("2025-11-25", env, other);
      onTestFinished(() => client.kill());
      expect(texts(await client.call("list_decisions", {}))).not.toContain("not bound");
      await json(one, decide("Cache orders in Redis"));
      const listed = texts(await client.call("list_decisions", {}));
      expect(listed).not.toContain("Cache orders in Redis");
      expect(listed).toContain("1 decision waits under that name");
      const captured = await client.call("membria.capture_decision", {
        statement: "Cache nothing",
        alternatives: ["Cache all"],
        confidence: 0.8,
      });
      expect(captured).toMatchObject({ project: "git.example/acme/other" });
    },
    PATIENCE,
  );
});
