import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { saveAnchors } from "../../../src/repository/sql/anchor-rows.ts";
import { followedAnchor } from "../../support/anchors.ts";
import { folderOfTest } from "../../support/memory.ts";
import { openSession } from "../../support/reporting-session.ts";

it("Before a file is changed, a session is told what was decided about it under an earlier name, and of what was only touched last", async () => {
  const folder = (await folderOfTest()).path;
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src", "orders.ts"), "");
  const session = await openSession(folder);
  const touched = await session.decide("Number orders by day");
  const moved = await session.decide("Keep orders in one table", {
    evidence: [{ kind: "file", ref: "src/old.ts" }],
  });
  await saveAnchors(session.memory, "shop", {
    reading: { entry: 0, memory: 0 },
    anchors: [
      followedAnchor({ decision: moved.id, saidPath: "src/old.ts", path: "src/orders.ts" }),
      followedAnchor({ decision: touched.id, source: "touched" }),
    ],
    dropped: [],
    manifests: [],
    lost: [],
    found: [],
  });
  const told = await session.report("pre-edit", { files: ["src/orders.ts"] });
  expect(told).toMatch(new RegExp(`${moved.id}[^]*${touched.id}`));
});
