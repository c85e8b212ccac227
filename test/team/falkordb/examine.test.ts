import { afterEach, describe, expect, it } from "vitest";
import type { ServerFinding } from "../../../src/team/rules/team-log.ts";
import {
  type FalkorDb,
  type FalkorDbSettings,
  startFalkorDb,
  WITH_FALKORDB,
} from "../../support/falkordb.ts";
import { openTeamLog } from "../../support/team-log.ts";

const summary = ({ what, severity, remedy }: ServerFinding): string => `${what} ${severity}: ${remedy}`;

describe("The examination of a server", WITH_FALKORDB, () => {
  let server: FalkorDb | undefined;
  afterEach(() => server?.remove());

  async function examined(settings: FalkorDbSettings, user = "") {
    server = await startFalkorDb(settings);
    const log = openTeamLog({ url: server.url.replace("//", `//${user}`), graph: "membria" });
    try {
      const { version, findings } = await log.examine();
      for (const { problem, remedy } of findings) {
        expect(problem).toMatch(/\.$/);
        expect(remedy).toMatch(/\.$/);
      }
      expect(await server.command("GRAPH.LIST").catch(() => [])).toEqual([]);
      return { version, findings: findings.map(summary) };
    } finally {
      await log.close();
    }
  }

  it("finds nothing where all is as we recommend", async () => {
    expect(await examined({ password: "pw" }, ":pw@")).toEqual({ version: "4.16.3", findings: [] });
  });

  it("warns of a server that lets everybody in", async () => {
    expect(await examined({})).toMatchObject({
      findings: [expect.stringMatching(/^access warning: .*`user default off`/)],
    });
  });

  it("names every setting that is wrong, and the line that corrects it", async () => {
    const config = ["appendonly no", "save 3600 1", "maxmemory 1gb", "maxmemory-policy allkeys-lru"];
    const { findings } = await examined(
      { password: "pw", config, moduleSettings: "EFFECTS_THRESHOLD 300" },
      ":pw@",
    );
    expect(findings).toEqual([
      "append_only error: Set `appendonly yes` in redis.conf.",
      'append_only warning: Set `save ""` in redis.conf.',
      "eviction error: Set `maxmemory-policy noeviction` in redis.conf.",
      expect.stringMatching(/^command_log warning: Add `CMD_INFO no` to the `loadmodule` line/),
      expect.stringMatching(/^effects warning: Add `EFFECTS_THRESHOLD 0` to the `loadmodule` line/),
    ]);
  });

  it("takes a policy that has nothing to drop for less serious", async () => {
    const { findings } = await examined({ password: "pw", config: ["maxmemory-policy allkeys-lru"] }, ":pw@");
    expect(findings).toEqual(["eviction warning: Set `maxmemory-policy noeviction` in redis.conf."]);
  });

  it("names the commands that a user lacks", async () => {
    const rights = "+graph.ro_query +graph.config|get +config|get +info +acl|whoami +acl|dryrun +ping +del";
    const { findings } = await examined({ users: [`user m on >pw ~membria -@all ${rights}`] }, "m:pw@");
    expect(findings).toEqual([
      "access error: Add `~membria +graph.query` to the line of that user in the ACL file.",
      "access warning: Add `+bgrewriteaof` to the line of that user in the ACL file.",
      "access warning: Add `~telemetry{membria} +del` to the line of that user in the ACL file.",
    ]);
  });

  it("says what it may not read, and fails at nothing", async () => {
    const { version, findings } = await examined(
      { users: ["user m on >pw ~membria -@all +graph.query"] },
      "m:pw@",
    );
    expect(version).toBe("unknown");
    expect(findings).toEqual(
      [
        ["version", "+info"],
        ["append_only", "+config|get"],
        ["command_log", "+graph.config|get"],
        ["access", "+acl|whoami +acl|dryrun"],
      ].map(
        ([what, rights]) =>
          `${what} warning: Add \`${rights}\` to the line of this user in the ACL file of the server.`,
      ),
    );
  });

  it("says that a server has no graphs", async () => {
    const { findings } = await examined({ password: "pw", moduleSettings: null }, ":pw@");
    expect(findings).toEqual([expect.stringMatching(/^version error: Add `loadmodule/)]);
  });

  it("is refused with a wrong password", async () => {
    await expect(examined({ password: "pw" }, ":wrong@")).rejects.toMatchObject({ reason: "graph_refused" });
  });
});
