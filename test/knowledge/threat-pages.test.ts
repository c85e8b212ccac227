import { describe, expect, it } from "vitest";
import { THREAT_PAGES, threatPages } from "../../scripts/docs/threat-pages.mjs";
import { loadThreatFiles } from "../../scripts/knowledge.mjs";
import * as threat from "../../src/threats/rules/threat.ts";
import * as proof from "../../src/threats/rules/threat.ts";

const files = await loadThreatFiles();
const pages = threatPages(files, { ...threat, ...proof });

describe("the pages of the threat patterns", () => {
  it("are one for each, and an index that leads to all of them", () => {
    const ids = files.map(({ threat: { id } }) => id);
    expect(Object.keys(pages).sort((a, b) => (a < b ? -1 : 1))).toEqual(
      ["README", ...ids].map((name) => `${THREAT_PAGES}/${name}.md`),
    );
    for (const id of ids) expect(pages[`${THREAT_PAGES}/README.md`]).toContain(`(${id}.md)`);
  });

  it.each(files.map((file) => [file.threat.id, file.threat] as const))(
    "show all of %s",
    (id, { code, agent }) => {
      const page = pages[`${THREAT_PAGES}/${id}.md`];
      const programs = code.flatMap(({ vulnerable, fixed, test }) => [vulnerable, fixed, test ?? ""]);
      for (const text of [...programs, agent.fix]) expect(page).toContain(text.trim());
    },
  );
});
