import { expect, it } from "vitest";
import { captureDecision } from "../../../src/decisions/sql/decisions.ts";
import { qualityCounts } from "../../../src/decisions/sql/link-quality.ts";
import { restoreLinks } from "../../../src/decisions/sql/link-upkeep.ts";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { connect } from "../../../src/store/file/connection.ts";
import { act, decision } from "../../support/decisions.ts";
import { legacyLinks } from "../../support/links.ts";
import { folderOfTest } from "../../support/memory.ts";
import { silentLog } from "../../support/silent-log.ts";

it("The quality of a large file is counted completely in slices, and by project", async () => {
  const path = (await folderOfTest()).file("membria.db");
  const memory = await openMemoryFile(path, silentLog);
  const bulk = await connect(path);
  await bulk.write((sql) => {
    for (let n = 0; n < 2_500; n++) {
      const made = decision({ id: `dec_${n}`, reasoning: n % 2 === 0 ? "Because" : "" });
      captureDecision(sql, { ...made, project: n < 2_000 ? "shop" : "bank" }, act());
    }
  });
  await bulk.close();
  const pairs = Array.from({ length: 1_000 }, (_, n) => [`dec_${n}`, `dec_${n + 1}`] as const);
  await restoreLinks(memory, "shop", "cln_0", legacyLinks(pairs), act());
  expect(await qualityCounts(memory, "shop")).toMatchObject({
    decisions: 2_000,
    parts: { reasoning: 1_000 },
    linked: 1_001,
    links: 1_000,
  });
  expect(await qualityCounts(memory, "bank")).toMatchObject({ decisions: 500, linked: 0, links: 0 });
  expect(await qualityCounts(memory, "all")).toMatchObject({ decisions: 2_500, linked: 1_001 });
  await memory.close();
});
