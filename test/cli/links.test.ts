import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { linksInOrder, restoreLinks } from "../../src/decisions/sql/link-upkeep.ts";
import { findLink } from "../../src/decisions/sql/links.ts";
import { readPeople } from "../../src/store/log/people.ts";
import { openCommandLine } from "../support/command-line.ts";
import { act } from "../support/decisions.ts";
import { legacyLinks } from "../support/links.ts";
import { folderOfTest } from "../support/memory.ts";

async function twoDecisions() {
  const line = await openCommandLine();
  const decide = async (statement: string): Promise<string> => {
    const { out } = await line.run("decide", statement, "--json");
    return (JSON.parse(out) as { decision_id: string }).decision_id;
  };
  const from = await decide("Validate tokens in the middleware");
  const to = await decide("Authenticate every request at the edge");
  const propose = async (relation = "refines"): Promise<string> => {
    const { out, err } = await line.run(
      "links",
      "propose",
      from,
      relation,
      to,
      "--reason",
      "It adds detail",
      "--json",
    );
    expect(err).toBe("");
    return (JSON.parse(out) as { data: { link_id: string } }).data.link_id;
  };
  return { ...line, from, to, propose };
}

describe("membria links", () => {
  it("shows pending links with both statements and the command to approve them", async () => {
    const { run, propose, from, to } = await twoDecisions();
    expect((await run("links")).out).toContain("No link is waiting");
    const id = await propose();
    const { out } = await run("links");
    for (const part of [
      id,
      from,
      to,
      "Validate tokens in the middleware",
      "Authenticate every request",
      "It adds detail",
    ])
      expect(out).toContain(part);
    expect(out).toContain(`membria links approve ${id}`);
    expect(JSON.parse((await run("links", "--json")).out)).toMatchObject({
      total: 1,
      links: [{ link_id: id }],
    });
  });

  it("approves as the person who typed it, and then shows it with the decision and its topic", async () => {
    const { run, propose, from, to, memory } = await twoDecisions();
    const id = await propose();
    expect((await run("links", "approve", id)).out).toBe(`${id} is in force: ${from} refines ${to}.`);
    expect((await findLink(memory, "shop", id))?.reviews).toMatchObject([
      { how: "typed", by: { kind: "human", name: "somebody" } },
    ]);
    expect((await run("show", to)).out).toContain(`${from} refines ${to}`);
  });

  it("refuses to approve a link that conflicts with one in force without --despite-conflicts", async () => {
    const { run, propose } = await twoDecisions();
    await run("links", "approve", await propose());
    const second = await propose("contradicts");
    expect((await run("links")).out).toContain("Conflicts with a link in force");
    const { code, err } = await run("links", "approve", second);
    expect(code).toBe(4);
    expect(err).toContain("--despite-conflicts");
    expect((await run("links", "approve", second, "--despite-conflicts")).code).toBe(0);
  });

  it("rejects with a reason, which is shown when it is proposed again", async () => {
    const { run, propose } = await twoDecisions();
    const id = await propose();
    expect((await run("links", "reject", id, "--reason", "Unrelated")).out).toContain(`${id} is rejected`);
    expect(await propose()).toBe(id);
    expect((await run("links")).out).toContain('rejected before by the human "somebody"');
    expect((await run("links", "reject", "lnk_nowhere")).code).toBe(3);
  });

  it("says that nothing can be suggested without vectors", async () => {
    const { run } = await twoDecisions();
    expect((await run("links", "suggest")).out).toContain("2 of them could not be compared");
  });
});

describe("membria links backup, cleanup and restore", () => {
  it("simulates, refuses without a backup, cleans up, validates and restores everything", async () => {
    const { run, memory, from, to } = await twoDecisions();
    await restoreLinks(memory, "shop", "cln_0", legacyLinks([[from, to]]), act());
    const before = await linksInOrder(memory, "shop", { autoOnly: false, limit: 9 });
    expect((await run("links", "cleanup")).out).toContain("**Would Delete:** 1");
    expect((await run("links", "cleanup", "--yes")).err).toContain("membria links backup");
    const backup = JSON.parse((await run("links", "backup", "--json")).out).data.backup_file as string;
    const { out } = await run("links", "cleanup", "--yes", "--batch-size", "1");
    expect(out).toContain("**Deleted:** 1");
    expect(out).toContain("**Status:** SUCCESS");
    expect((await run("links", "restore", backup)).out).toBe("1 of 1 links were restored.");
    expect(await linksInOrder(memory, "shop", { autoOnly: false, limit: 9 })).toEqual(before);
  });

  it("names backups that still contain an erased decision", async () => {
    const { run, memory, from, to } = await twoDecisions();
    await restoreLinks(memory, "shop", "cln_0", legacyLinks([[from, to]]), act());
    const backup = JSON.parse((await run("links", "backup", "--json")).out).data.backup_file as string;
    expect(JSON.parse((await run("forget", from, "--yes", "--json")).out).copies).toEqual([backup]);
  });

  it("names backups that still contain the name of an erased person", async () => {
    const { run, memory, propose } = await twoDecisions();
    await propose();
    const { out: written } = await run("links", "backup", "--include-protected", "--json");
    const backup = JSON.parse(written).data.backup_file as string;
    const person = (await readPeople(memory)).find(({ name }) => name === "somebody");
    const { out } = await run("forget", person?.id as string, "--yes", "--json");
    expect(JSON.parse(out).copies).toEqual([backup]);
  });
});

describe("membria report", () => {
  it("draws bars, names what to improve first, and writes Markdown", async () => {
    const { run, from } = await twoDecisions();
    const file = (await folderOfTest()).file("report.md");
    const { out } = await run("report", "--markdown", file);
    expect(out).toMatch(/Narrative coverage\s+·+ 0 %\s+of 80 % ✗/);
    expect(out).toContain(from);
    expect(readFileSync(file, "utf8")).toContain("# Quality report: shop");
    expect((await run("report", "--markdown", "/nowhere/at/all.md")).code).toBe(6);
  });
});
