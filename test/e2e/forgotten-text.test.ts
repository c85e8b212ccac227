import { describe, expect, it } from "vitest";
import { type HookPlace, hookPlace, STATEMENT, toldBy } from "../support/hook-program.ts";
import { startHookServer } from "../support/hook-servers.ts";
import { raw } from "../support/raw-sqlite.ts";
import { startServer } from "../support/stdio-client.ts";
import { bytesOnDisk } from "../support/words-on-disk.ts";

const PATIENCE = 240_000;
const WORDS = "partitions keyed by fiscal quarter";
/** Long enough to be kept as a draft. */
const REPLY = `I wrote down: ${STATEMENT}. ${"The importer reads all three files and its tests pass. ".repeat(4)}`;

const forget = async (place: HookPlace, id: string): Promise<unknown> => {
  const { code, out, err } = await place.run("forget", id, "--yes", "--json");
  expect({ code, err }).toEqual({ code: 0, err: "" });
  return JSON.parse(out).remaining;
};

const isOnDisk = ({ memory }: HookPlace): boolean => bytesOnDisk(memory).includes(WORDS);

describe("What is forgotten beside a running server", { timeout: PATIENCE }, () => {
  it("is told to no later session, neither by the draft that there was nor by one that follows", async () => {
    const place = await hookPlace();
    const id = await place.decide();
    const server = await startHookServer(place);
    await place.hook("prompt", { prompt: "Where do ledgers live?" });
    await place.hook("stop", { last_assistant_message: REPLY });
    expect(toldBy(await place.hook("session-start", { source: "startup" }, { session: "two" }))).toContain(
      WORDS,
    );

    expect(await forget(place, id)).toBeNull();
    expect(isOnDisk(place)).toBe(false);
    expect(
      toldBy(await place.hook("session-start", { source: "startup" }, { session: "three" })),
    ).toBeUndefined();

    // The agent of the first session still knows it, and says so.
    await place.hook("stop", { last_assistant_message: `It is forgotten. ${REPLY}` });
    expect(
      toldBy(await place.hook("session-start", { source: "startup" }, { session: "four" })),
    ).toBeUndefined();
    expect(await server.stop()).toBe(0);
    expect(isOnDisk(place)).toBe(false);
  });

  it("does not come back with what the server was asked before and has not written yet", async () => {
    const place = await hookPlace();
    const id = await place.decide();
    const server = startServer({ env: place.env, cwd: place.work });
    await server.initialize();
    await server.call("membria.get_decision_context", { statement: `${STATEMENT}, or elsewhere?` });
    expect(await forget(place, id)).toBeNull();
    // At an orderly end everything that waits is written.
    expect(await server.close()).toBe(0);
    expect(isOnDisk(place)).toBe(false);
    const asked = await raw(place.memory, (db) => db.prepare("SELECT statement FROM guidance").all());
    expect(asked).toEqual([]);
  });
});
