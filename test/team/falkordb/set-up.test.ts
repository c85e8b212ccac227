import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findFalkorDb } from "../../../scripts/falkordb.mjs";
import { type FalkorDb, freePort, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { offeredChange, openTeamLog, startOf } from "../../support/team-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../examples/team/${name}`, import.meta.url));
const USERS = readFileSync(example("users.acl"), "utf8").trim().split("\n");
const USER = "membria:replace-this-password@";

/** All that a machine of the team does, as the user whom the example gives it. */
async function everything(url: string): Promise<void> {
  const log = openTeamLog({ url: url.replace("//", `//${USER}`), graph: "membria" });
  expect(await log.head()).toBeUndefined();
  const head = await log.begin(1, undefined);
  expect(await log.append([offeredChange("a", 1)], startOf(head))).toMatchObject({ state: "appended" });
  expect(await log.after(startOf(head), 10)).toMatchObject({ entries: [{ seq: 1 }] });
  await log.report({ origin: "a", entry: 1, lifeId: head.lifeId }, new Date(0));
  expect(await log.machines()).toHaveLength(1);
  const rows = { decisions: [], outcomes: [], signals: [], skills: [], links: [], gone: ["dec_1"] };
  expect(await log.project({ lifeId: head.lifeId, from: 0, to: 1, ...rows })).toBe(true);
  expect(await log.ask({ ask: "similar", decisions: ["dec_1"] })).toMatchObject({ asOf: 1 });
  await log.erase({ records: ["dec_1"], changes: [{ origin: "a", seq: 1, parts: [] }] });
  expect(await log.rewriteFiles()).toBe(true);
  expect((await log.examine()).findings).toEqual([]);
  await log.close();
}

describe("The users of examples/team", WITH_FALKORDB, () => {
  let server: FalkorDb;
  beforeAll(async () => {
    server = await startFalkorDb({ users: USERS });
  });
  afterAll(() => server.remove());

  it("let a machine do all that it has to", () => everything(server.url));

  it("let nobody in without a password", async () => {
    const log = openTeamLog({ url: server.url, graph: "membria" });
    await expect(log.head()).rejects.toMatchObject({ reason: "graph_refused" });
    await log.close();
  });

  it("keep a machine from the graphs of others", async () => {
    const log = openTeamLog({ url: server.url.replace("//", `//${USER}`), graph: "others" });
    await expect(log.begin(1, undefined)).rejects.toMatchObject({ reason: "graph_refused" });
    await log.close();
  });

  it.each([
    ["FLUSHALL"],
    ["DEL", "membria"],
    ["GRAPH.DELETE", "membria"],
    ["CONFIG", "SET", "appendonly", "no"],
    ["GRAPH.CONFIG", "SET", "CMD_INFO", "yes"],
    ["ACL", "SETUSER", "membria", "allcommands"],
    ["SHUTDOWN"],
    ["KEYS", "*"],
  ])("keep a machine from %s", async (...command) => {
    expect(await server.command("ACL", "DRYRUN", "membria", ...command)).toMatch(/has no permissions/);
  });
});

describe("examples/team/start-falkordb.sh", WITH_FALKORDB, () => {
  it("starts a server that needs no correction", async () => {
    const engine = await findFalkorDb();
    if (engine.missing !== undefined) throw new Error(engine.missing);
    const [folder, port] = [await temporaryFolder(), await freePort()];
    // The way to start it has several words where the server's own loader is not the machine's.
    const script = spawn(
      "sh",
      [example("start-falkordb.sh"), engine.module, folder.file("data"), String(port)],
      {
        env: { ...process.env, ...engine.env, SERVER: engine.command[0] },
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    try {
      for await (const data of script.stdout) if (String(data).includes("Ready to accept connections")) break;
      await everything(`redis://127.0.0.1:${port}`);
    } finally {
      const ended = once(script, "exit");
      script.kill("SIGKILL");
      await ended;
      await folder.remove();
    }
  });
});

describe("examples/team/compose.yaml", () => {
  it("has the settings of the script, and no port for the world", () => {
    const { services, volumes } = parse(readFileSync(example("compose.yaml"), "utf8"));
    const { environment, ports, volumes: mounted } = services.graph;
    const script = readFileSync(example("start-falkordb.sh"), "utf8");
    const settings = ["--appendonly yes", "--maxmemory 1gb", "--maxmemory-policy noeviction"];
    for (const setting of settings) {
      expect(environment.REDIS_ARGS).toContain(setting);
      expect(script).toContain(setting);
    }
    expect(environment.REDIS_ARGS).toContain('--save ""');
    expect(script).toContain(environment.FALKORDB_ARGS);
    expect(ports).toEqual(["127.0.0.1:6379:6379"]);
    const acl = /--aclfile (\S+)/.exec(environment.REDIS_ARGS)?.[1];
    expect(mounted).toEqual([expect.stringMatching(/^data:/), `./users.acl:${acl}:ro`]);
    expect(Object.keys(volumes)).toEqual(["data"]);
  });
});
