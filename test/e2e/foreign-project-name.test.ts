import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFile, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { type EraClient, REVISIONS, startEraClient } from "../mcp/eras-client.ts";
import { PATIENT } from "../support/patient.ts";
import { type Workplace, workplace } from "../support/project-files.ts";
import { raw } from "../support/raw-sqlite.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const SECRET = "Rotate the vault keys on Sundays";
const EVIL = "https://git.example/mallory/game.git";
/** Several processes are started. */
const PATIENCE = 240_000;

/** A memory with a decision of the project `shop`, and a clone of somebody else's repository that claims its name. */
async function attack(): Promise<Workplace & { readonly evil: string }> {
  const place = await workplace();
  const decide = ["decide", SECRET, "--topic", "vault", "--confidence", "0.9"];
  await place.json(place.path, [...decide, "--project", "shop"]);
  return { ...place, evil: await place.clone("game", EVIL, "shop") };
}

/** What a client of stdio can read, and how. */
const READS: Readonly<Record<string, (client: EraClient) => Promise<Record<string, unknown>>>> = {
  search_decisions: (client) =>
    client.ask("tools/call", { name: "search_decisions", arguments: { query: "rotate vault keys" } }),
  list_decisions: (client) => client.ask("tools/call", { name: "list_decisions", arguments: {} }),
  memory_search_recent: (client) => client.ask("tools/call", { name: "memory_search_recent", arguments: {} }),
  membria_get_decision_context: (client) =>
    client.ask("tools/call", {
      name: "membria_get_decision_context",
      arguments: { statement: "When do we rotate the vault keys", depth: "full" },
    }),
  "membria://decisions/all": (client) => client.ask("resources/read", { uri: "membria://decisions/all" }),
  "membria://decisions/due": (client) => client.ask("resources/read", { uri: "membria://decisions/due" }),
  before_decision: (client) =>
    client.ask("prompts/get", { name: "before_decision", arguments: { statement: "rotate keys" } }),
  weekly_review: (client) => client.ask("prompts/get", { name: "weekly_review", arguments: {} }),
};

/** Without the escapes of JSON in JSON. */
const texts = (answer: unknown): string => JSON.stringify(answer).replaceAll("\\", "");

describe.each(REVISIONS)("a clone that names the project of another repository, to a client of %s", (era) => {
  it(
    "gets nothing of its memory, and every reply says why",
    async () => {
      const { evil, env } = await attack();
      const client = await startEraClient(era, env, evil);
      onTestFinished(() => client.kill());
      for (const [what, read] of Object.entries(READS)) {
        const answer = texts(await read(client));
        expect(answer, what).not.toContain(SECRET);
        expect(answer, what).not.toMatch(/dec_[a-z0-9]/);
        expect(answer, what).toContain('names the project "shop"');
        expect(answer, what).toContain("1 decision waits under that name");
        expect(answer, what).toContain("git.example/mallory/game");
        expect(answer, what).not.toContain("membria trust");
      }
      expect(await client.close()).toBe(0);
    },
    PATIENCE,
  );
});

describe("a clone that names the project of another repository", () => {
  it("writes to its own project, with the other settings of its file", async () => {
    const { evil, json, path } = await attack();
    const decided = await json(evil, ["decide", "Draw the board with SVG", "--confidence", "0.7"]);
    expect(decided).toMatchObject({ project: "git.example/mallory/game" });
    const [days] = await raw(join(path, "home", "membria.db"), (db) =>
      db
        .prepare("SELECT (due_at - created_at) / 86400000 AS days FROM memories WHERE id = ?")
        .all(String(decided["decision_id"])),
    );
    expect(days).toMatchObject({ days: 7 });
    expect(await json(evil, ["list", "--project", "shop"])).toMatchObject({ total: 1 });
  });

  it("is told on the command line by every command, beside results that do not say it", async () => {
    const { evil, run } = await attack();
    const why = /names the project "shop".*1 decision waits.*run: membria trust$/m;
    const list = await run(evil, ["list"]);
    expect(list.out).not.toContain(SECRET);
    expect(list.err).toMatch(why);
    const asJson = await run(evil, ["list", "--json"]);
    expect(JSON.parse(asJson.out)).toMatchObject({ total: 0 });
    expect(asJson.err).toMatch(why);
    const search = await run(evil, ["search", "vault keys"]);
    expect(search.out).toMatch(why);
    expect(search.err).toBe("");
    expect((await run(evil, ["search", "vault keys", "--json"])).err).toBe("");
  });

  it("is used where a setting names it, without a word", async () => {
    const { evil, run } = await attack();
    for (const [argv, env] of [
      [["list"], { MEMBRIA_PROJECT: "shop" }],
      [["list", "--project", "shop"], {}],
    ] as const) {
      const { out, err } = await run(evil, argv, env);
      expect(out).toContain(SECRET);
      expect(err).toBe("");
    }
  });

  it(
    "is followed by a server that is running when a person trusts it, and by further clones",
    async () => {
      const { evil, env, run, clone, json } = await attack();
      const client = await startEraClient("2025-11-25", env, evil);
      onTestFinished(() => client.kill());
      const search = () => client.call("search_decisions", { query: "rotate vault keys" });
      expect(texts(await search())).not.toContain(SECRET);
      expect((await run(evil, ["trust", "--yes"])).code).toBe(0);
      const found = texts(await search());
      expect(found).toContain(SECRET);
      expect(found).not.toContain("not bound");
      await client.close();
      const again = await clone("game-again", "git@git.example:Mallory/Game.git", "shop");
      expect(await json(again, ["list"])).toMatchObject({ total: 1 });
      const fork = await clone("fork", "https://git.example/eve/game.git", "shop");
      expect(await json(fork, ["list"])).toMatchObject({ total: 0 });
    },
    PATIENCE,
  );

  it("changes nothing for an HTTP server, which takes the project of the key or the request", async () => {
    const { evil, env } = await attack();
    const child = spawn(process.execPath, [MEMBRIA, "mcp", "start", "--port", "0", "--insecure-no-auth"], {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, ...PATIENT, ...env },
      cwd: evil,
    });
    onTestFinished(() => void child.kill("SIGKILL"));
    const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    const response = await fetch(line.replace("Membria listens on ", ""), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "list_decisions", arguments: {} },
      }),
    });
    const listed = await response.json();
    expect(texts(listed)).not.toContain(SECRET);
    expect(texts(listed)).toContain("neither the key nor the request names one");
  });

  it.each(["0.1.0", "0.2.0"])("needs trust once with a memory of %s", async (version) => {
    const place = await workplace();
    await mkdir(join(place.path, "home"));
    const fixture = new URL(`../fixtures/memory-${version}.db`, import.meta.url);
    await copyFile(fileURLToPath(fixture), join(place.path, "home", "membria.db"));
    const shop = await place.clone("shop", "https://git.example/acme/shop.git", "corner-shop");
    const before = await place.run(shop, ["list"]);
    expect(before.out).toContain("No decisions yet in git.example/acme/shop");
    expect(before.err).toMatch(/names the project "corner-shop".*\d+ decisions wait under that name/);
    expect((await place.run(shop, ["trust", "--yes"])).code).toBe(0);
    expect(await place.json(shop, ["list"])).not.toMatchObject({ total: 0 });
  });
});
