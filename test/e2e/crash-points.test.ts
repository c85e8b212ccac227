import { availableParallelism } from "node:os";
import { describe, expect, it } from "vitest";
import { plainAdr, readFiles, writeFiles } from "../support/adr-files.ts";
import { CRASHED_OPERATIONS, type CrashedOperation } from "../support/crashed-operations.ts";
import {
  type CrashPoint,
  contentsOf,
  crashPoints,
  damageIn,
  newPlace,
  type Place,
} from "../support/crashing.ts";
import { folderOfTest } from "../support/memory.ts";

const SOAK = process.env["MEMBRIA_SOAK"] === "1";
const PATIENCE = SOAK ? 1_800_000 : 300_000;
const LANES = Math.min(4, availableParallelism());
/** A short run tries these, where a file got its name or a transaction was committed. */
const SHORT = ["sync adr", "export adr", "export json", "links backup"];

const isTried = ({ name, when }: CrashPoint): boolean =>
  SOAK || (when === "after" && ["rename", "commit"].includes(name));

/** Kills the operation there, runs it again, and returns what is wrong then. */
async function attempt(
  { argv: argvIn, input, afterKill, mayBeDone, result }: CrashedOperation,
  point: CrashPoint,
  place: Place,
  expected: unknown,
): Promise<string[]> {
  const argv = await argvIn(place);
  await place.kill(point, argv, input);
  await afterKill?.(place);
  const again = await place.runWith(input ?? "", ...argv);
  expect(await result(place), `${point.when} ${point.name}, call ${point.call}`).toEqual(expected);
  return [...(again.code === 0 || mayBeDone ? [] : [`it failed: ${again.err}`]), ...(await damageIn(place))];
}

describe.each(Object.entries(CRASHED_OPERATIONS))(
  "%s, killed at a call that changes a file",
  (name, operation) => {
    it.runIf(SOAK || SHORT.includes(name))(
      "has the same result when it is run again, and leaves nothing behind",
      async () => {
        const folder = await folderOfTest();
        const template = await newPlace(folder.file("template"));
        await operation.prepare(template);
        const whole = await template.copy(folder.file("whole"));
        const calls = await whole.calls(await operation.argv(whole), operation.input);
        const expected = await operation.result(whole);
        const waiting = crashPoints(calls).filter(isTried);
        expect(waiting).not.toEqual([]);
        const wrong: unknown[] = [];
        const lane = async (): Promise<void> => {
          for (let point = waiting.shift(); point; point = waiting.shift()) {
            const place = await template.copy(folder.file(`${point.call}-${point.when}`));
            const damage = await attempt(operation, point, place, expected);
            if (damage.length > 0) wrong.push({ ...point, damage });
          }
        };
        await Promise.all(Array.from({ length: LANES }, lane));
        expect(wrong).toEqual([]);
      },
      PATIENCE,
    );
  },
);

const sync = ({ file }: Place): readonly string[] => ["sync", "adr", file("adr"), "--create"];

async function placeWithTwoDecisions(root: string): Promise<Place> {
  const place = await newPlace(root);
  for (const statement of ["Use Redis", "Use queues"]) await place.run("decide", statement);
  return place;
}

it("A sync writes drafts to the disk, then what they are for, then gives them their names", async () => {
  const place = await placeWithTwoDecisions((await folderOfTest()).path);
  const draft = ["open", "write", "sync"];
  // A name is on the disk when its folder is.
  const named = ["rename", "sync"];
  expect(await place.calls(sync(place))).toEqual([
    ...["mkdir", "sync"],
    ...[...draft, ...draft, "commit", ...named, ...named, "commit"],
    "wal_checkpoint",
  ]);
});

describe("A folder in which somebody works after a sync was killed", () => {
  async function killed(when: CrashPoint["when"]): Promise<Place> {
    const folder = await folderOfTest();
    const place = await placeWithTwoDecisions(folder.file("place"));
    const rehearsal = await place.copy(folder.file("rehearsal"));
    const call = (await rehearsal.calls(sync(rehearsal))).indexOf("rename") + 1;
    await place.kill({ call, name: "rename", when }, sync(place));
    return place;
  }

  const decisionsOf = async (place: Place): Promise<string[]> =>
    ((await contentsOf(place))["decisions"] ?? []).map((row) => Object.values(JSON.parse(row)).join(", "));

  it("has an edit of a file that was written, which is no new file", async () => {
    const place = await killed("after");
    const { "0001-use-redis.md": text = "" } = await readFiles(place.file("adr"));
    await writeFiles(place.file("adr"), { "0001-use-redis.md": text.replace("accepted", "deprecated") });
    await place.run(...sync(place));
    expect(await decisionsOf(place)).toEqual(["Use Redis, deprecated", "Use queues, active"]);
    expect(await damageIn(place)).toEqual([]);
  });

  it("has a new file under the name of one that was not written, which is no edit", async () => {
    const place = await killed("before");
    const theirs = plainAdr("1. Use Redis for mail");
    await writeFiles(place.file("adr"), { "0001-use-redis.md": theirs });
    await place.run(...sync(place));
    expect(await decisionsOf(place)).toEqual([
      "Use Redis for mail, active",
      "Use Redis, active",
      "Use queues, active",
    ]);
    const files = await readFiles(place.file("adr"));
    expect(files["0001-use-redis.md"]).toBe(theirs);
    expect(Object.keys(files)).toHaveLength(3);
    expect(await damageIn(place)).toEqual([]);
  });

  it("is looked at with --dry-run, which changes nothing", async () => {
    const place = await killed("after");
    const { out } = await place.run(...sync(place), "--dry-run", "--json");
    expect(JSON.parse(out)).toMatchObject({
      in_step: 1,
      steps: [{ step: "decision_out", path: "0002-use-queues.md" }],
    });
    expect(await damageIn(place)).not.toEqual([]);
  });
});
