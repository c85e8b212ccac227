import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../../support/eventually.ts";
import { type FalkorDb, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { offeredChange, openTeamLog, startOf } from "../../support/team-log.ts";

const SECRET = "Zwiebelturm";

describe("Erasing from the log of a team", WITH_FALKORDB, () => {
  let server: FalkorDb;
  beforeAll(async () => {
    // A server as it comes, which keeps the latest queries with their parameters.
    server = await startFalkorDb({ moduleSettings: "EFFECTS_THRESHOLD 0" });
  });
  afterAll(() => server.remove());

  async function filesWith(word: string): Promise<string[]> {
    const names = await readdir(server.data, { recursive: true, withFileTypes: true });
    const files = names.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const contents = await Promise.all(files.map((file) => readFile(file)));
    return files.filter((_, i) => contents[i]?.includes(word));
  }

  it("leaves no word of them in the graph, in what the server remembers of queries, and in its files", async () => {
    const log = openTeamLog({ url: server.url, graph: "team" });
    const head = await log.begin(1, undefined);
    const change = {
      ...offeredChange("a", 1),
      parts: [{ about: ["dec_1"], digest: "d", salt: "s", args: SECRET }],
    };
    await log.append([change, offeredChange("a", 2)], startOf(head));
    // The server writes its files a moment later.
    await eventually(async () => expect(await filesWith(SECRET)).not.toEqual([]));
    await eventually(async () => {
      expect(JSON.stringify(await server.command("XRANGE", "telemetry{team}", "-", "+"))).toContain(SECRET);
    });

    const parts = [{ about: ["dec_1"], digest: "d" }];
    await log.erase({
      records: ["dec_1"],
      changes: [
        { origin: "a", seq: 1, parts },
        { origin: "z", seq: 9, parts },
      ],
    });
    const slice = await log.after(startOf(head), 10);
    expect(slice).toMatchObject({
      entries: [{ parts, header: change.header }, { parts: offeredChange("a", 2).parts }],
    });
    await eventually(async () => {
      expect(JSON.stringify(await server.command("XRANGE", "telemetry{team}", "-", "+"))).not.toContain(
        SECRET,
      );
    });

    expect(await log.rewriteFiles()).toBe(true);
    await eventually(async () => expect(await filesWith(SECRET)).toEqual([]));
    await server.stop();
    expect(await filesWith(SECRET)).toEqual([]);
    await server.start();
    expect(await log.after(startOf(head), 10)).toEqual(slice);
    await log.close();
  });
});
