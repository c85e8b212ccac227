import { describe, expect, it } from "vitest";
import { findDecision, revisionsOf } from "../../../src/decisions/sql/decisions.ts";
import { editDecision } from "../../../src/learning/operations/update-decision.ts";
import { importAdr } from "../../../src/portability/operations/import-adr.ts";
import { syncAdr } from "../../../src/portability/operations/sync-adr.ts";
import { perform } from "../../../src/shared/operations/operation.ts";
import { readFiles, writeFiles } from "../../support/adr-files.ts";
import type { DecisionFields } from "../../support/decisions.ts";
import { callBy, folderOfTest, openMemory } from "../../support/memory.ts";

const person = callBy({ kind: "human", name: "somebody", role: "admin" });
const FIXTURES = new URL("../../fixtures/adr", import.meta.url).pathname;

interface Tree {
  /** By the name of the file. */
  readonly records: Readonly<Record<string, DecisionFields>>;
  /** The file of the newer one, and of the one that it replaced. */
  readonly superseded?: readonly [newer: string, older: string];
  /** An edit of words: the file, the old words and the new ones. */
  readonly edit: readonly [path: string, before: string, after: string];
}

const by = (name: string): DecisionFields => ({ author: { kind: "human", name: name as never } });
const on = (date: string): DecisionFields => ({ createdAt: new Date(date) });

/** Short folders in the shapes that public repositories have. */
const TREES: Readonly<Record<string, Tree>> = {
  "adr-tools": {
    records: {
      "0001-record-what-the-bakery-decides.md": {
        statement: "Record what the bakery decides",
        standing: "active",
        consequences: ["New bakers read the records on their first day."],
        ...on("2023-02-06"),
      },
      "0002-count-loaves-by-hand.md": { standing: "superseded" },
      "0003-count-loaves-with-scales.md": {
        consequences: ["The count is there at any hour", "Wet flour makes a rack seem fuller"],
      },
    },
    superseded: ["0003-count-loaves-with-scales.md", "0002-count-loaves-by-hand.md"],
    edit: ["0003-count-loaves-with-scales.md", "send their weight", "send their weight each minute"],
  },
  log4brains: {
    records: {
      "20240112-keep-seeds-by-harvest-year.md": {
        statement: "Keep seeds by harvest year",
        alternatives: ["By plant family", "By who brought them"],
        consequences: ["Nobody sows seeds of ten years ago", "Beans are in four boxes"],
        ...by("Ilse, Ruben"),
        ...on("2024-01-12"),
      },
      "20240309-keep-seeds-by-plant-family.md": {
        standing: "active",
        alternatives: ["A list on paper\n- beside the shelf\n- at the door"],
      },
      "20240309-write-labels-in-pencil.md": { standing: "draft" },
    },
    superseded: ["20240309-keep-seeds-by-plant-family.md", "20240112-keep-seeds-by-harvest-year.md"],
    edit: ["20240309-write-labels-in-pencil.md", "Ink runs", "Ink runs and fades"],
  },
  "madr-2": {
    records: {
      "0001-lend-tools-for-two-weeks.md": {
        statement: "Lend tools for two weeks",
        standing: "active",
        alternatives: ["One week", "Until somebody asks for it"],
        consequences: ["One reminder a month is enough", "The good drill is often away"],
        ...by("Jonas, Mei"),
        ...on("2021-06-01"),
      },
      "0002-ask-for-no-deposit.md": { standing: "deprecated", alternatives: ["Ten per cent of the price"] },
    },
    edit: ["0001-lend-tools-for-two-weeks.md", "* One reminder a month", "* One reminder a quarter"],
  },
  "madr-3": {
    records: {
      "0001-run-the-ferry-every-hour.md": {
        statement: "Run the ferry every hour",
        alternatives: ["Twice a day"],
        consequences: ["Good, because nobody needs a timetable", "Bad, because the boat is often empty"],
        ...by("Amara, Pieter"),
        ...on("2022-09-14"),
      },
      "0002-run-the-ferry-on-demand.md": { standing: "active", ...by("Amara, Pieter") },
    },
    superseded: ["0002-run-the-ferry-on-demand.md", "0001-run-the-ferry-every-hour.md"],
    edit: ["0002-run-the-ferry-on-demand.md", "* Every two hours", "* Every two hours\n* Only at noon"],
  },
  "madr-4": {
    records: {
      "0001-paint-the-lanes-green.md": {
        statement: "Paint the lanes green",
        standing: "active",
        alternatives: ["Posts", "Nothing"],
        consequences: ["Good, because drivers see the lane", "Bad, because paint is slippery when it is new"],
        ...by("Noor, Tomasz"),
        ...on("2025-04-02"),
      },
      "0002-count-cars-in-june.md": { statement: "Count cars in June", standing: "active" },
    },
    edit: ["0001-paint-the-lanes-green.md", "# Paint the lanes green", "# Paint the lanes and posts green"],
  },
  nygard: {
    records: {
      "adr-001-open-the-pool-at-six.md": {
        statement: "Open the pool at six",
        consequences: ["One lifeguard more is needed."],
        ...on("2020-03-02"),
      },
      "adr-002-open-the-pool-at-five.md": {
        statement: "Open the pool at five",
        standing: "draft",
        alternatives: ["Six all the year, which was asked for less often", "A key for members"],
        consequences: ["Fewer people at seven", "The first lifeguard comes by car"],
        ...on("2020-06-11"),
      },
    },
    superseded: ["adr-002-open-the-pool-at-five.md", "adr-001-open-the-pool-at-six.md"],
    edit: ["adr-002-open-the-pool-at-five.md", "from June to August", "from May to August"],
  },
  "structured-madr": {
    records: {
      "adr_0001.md": {
        statement: "Number the Shelves by Aisle",
        consequences: [
          "**Speed**: pickers find a shelf in a minute",
          "**Labels**: each move needs a new label",
          "**Lists**: they are as long as before",
        ],
        ...by("Warehouse team"),
        ...on("2025-10-03"),
      },
      "adr_0002.md": {
        standing: "active",
        alternatives: [
          "By zone\n\n**Description**: a letter for the zone and a number.",
          "By aisle as before\n\n**Description**: aisles are drawn on the floor of the hall.",
        ],
      },
    },
    superseded: ["adr_0002.md", "adr_0001.md"],
    edit: ["adr_0002.md", "The new hall has no aisles.", "The new hall has no aisles and two doors."],
  },
};

describe.each(Object.entries(TREES))("A folder of %s", (name, { records, superseded, edit }) => {
  it("is imported whole, and stays in step", async () => {
    const memory = await openMemory();
    const folder = (await folderOfTest()).file("adr");
    const files = await readFiles(`${FIXTURES}/${name}`);
    await writeFiles(folder, files);
    const find = (path: string) => findDecision(memory, "shop", `${folder}/${path}`);
    const sync = async () => (await perform(syncAdr, { folder }, memory, person)).steps;

    const report = await perform(importAdr, { folder }, memory, person);
    expect(report.counts["decision.added"]).toBe(Object.keys(records).length);
    expect(report.problems).toEqual([]);
    for (const [path, fields] of Object.entries(records)) expect(await find(path)).toMatchObject(fields);
    if (superseded) {
      const [newer, older] = [await find(superseded[0]), await find(superseded[1])];
      expect(older).toMatchObject({ standing: "superseded", supersededBy: [newer?.id] });
    }
    expect(await sync()).toEqual([]);
    expect(await readFiles(folder)).toEqual(files);

    const [path, before, after] = edit;
    const decision = await find(path);
    await writeFiles(folder, { [path]: files[path]?.replace(before, after) ?? "" });
    expect(await sync()).toMatchObject([{ step: "memory_updated", path, decisionId: decision?.id }]);
    expect(await revisionsOf(memory, "shop", decision?.id ?? "")).toHaveLength(2);
    expect(await sync()).toEqual([]);

    const { reasoning, alternatives, author, createdAt } = (await find(path)) ?? {};
    const edited = { reasoning, alternatives, author, createdAt };
    const changes = { statement: "Do it otherwise", consequences: ["It is different"] };
    await perform(editDecision, { ref: decision?.id ?? "", changes }, memory, person);
    expect(await sync()).toMatchObject([{ step: "file_updated", path, decisionId: decision?.id }]);
    const { [path]: rewritten = "" } = await readFiles(folder);
    expect(rewritten).not.toContain("<!-- membria");
    expect(rewritten).toContain("Do it otherwise");
    expect(rewritten).toContain("It is different");
    expect(await sync()).toEqual([]);
    expect(await find(path)).toMatchObject({ ...edited, ...changes });
  });
});
