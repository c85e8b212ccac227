import { describe, expect, it } from "vitest";
import { assumptionId } from "../../src/decisions/rules/assumption.ts";
import { openCommandLine } from "../support/command-line.ts";

const ASSUMED = "All shops are in one country";

/** The first of the two depends on the second. */
async function dependingDecisions() {
  const line = await openCommandLine();
  const decide = async (statement: string, ...flags: string[]): Promise<string> =>
    (JSON.parse((await line.run("decide", statement, ...flags, "--json")).out) as { decision_id: string })
      .decision_id;
  const upper = await decide("Compute prices without taxes", "--due-days", "0");
  const lower = await decide("Keep one list of prices", "--assumption", ASSUMED);
  const { out } = await line.run(
    ...["links", "propose", upper, "depends_on", lower, "--reason", "It reads that list", "--json"],
  );
  const { link_id } = (JSON.parse(out) as { data: { link_id: string } }).data;
  await line.run("links", "approve", link_id);
  return { ...line, upper, lower, link_id, assumption: assumptionId(lower, ASSUMED) };
}

describe("membria assumptions", () => {
  it("lists what a decision assumes, with ids and what was said", async () => {
    const { run, lower, upper, assumption } = await dependingDecisions();
    expect((await run("assumptions", lower)).out).toContain(
      `1. holds (${assumption}; nobody has judged it): "${ASSUMED}"`,
    );
    expect((await run("assumptions", upper)).out).toBe(`${upper} assumes nothing that was written down.`);
    await run("assumptions", lower, "--doubtful", ASSUMED, "--because", "A shop abroad is planned");
    const { out } = await run("assumptions", lower);
    expect(out).toContain("1. is doubtful");
    expect(out).toContain('because "A shop abroad is planned"');
  });

  it("marks what rests on a false one where decisions are shown, until it holds again", async () => {
    const { run, upper, lower, assumption } = await dependingDecisions();
    const said = await run("assumptions", lower, "--false", "1", "--because", "The shop in Basel opened");
    expect(said.out).toContain(`${assumption} is false: "${ASSUMED}"`);
    const shown = await run("show", upper);
    expect(shown.out).toContain("Check again");
    expect(shown.out).toContain(`it depends on ${lower}, of which an assumption is false: "${ASSUMED}"`);
    const below = (await run("show", lower)).out;
    expect(below).toContain("one of its assumptions is false");
    expect(below).toContain('because "The shop in Basel opened") All shops are in one country');
    const list = (await run("list")).out;
    expect(list.match(/pending, check again/g)).toHaveLength(2);
    expect(list).toContain("2 decisions are to be checked again");
    expect((await run("due")).out).toContain("due today, check again");
    expect((await run("search", "prices without taxes")).out).toContain("check again: it depends on");
    const { outcomes } = JSON.parse((await run("review", "--json")).out) as {
      outcomes: { check_again?: string }[];
    };
    expect(outcomes).toMatchObject([{ check_again: expect.stringContaining(lower) }]);
    expect((await run("check", "Compute prices without taxes")).out).toContain(
      "holds and should be checked again",
    );

    await run("assumptions", lower, "--holds", assumption);
    expect((await run("show", upper)).out).not.toContain("Check again");
    expect((await run("list")).out).not.toContain("check again");
  });

  it("is over as soon as the person takes the dependence out of force", async () => {
    const { run, upper, lower, link_id } = await dependingDecisions();
    await run("retract", lower);
    expect((await run("show", upper)).out).toContain(`it depends on ${lower}, which was retracted`);
    expect((await run("links", "reject", link_id)).out).toContain(`${link_id} is rejected`);
    expect((await run("show", upper)).out).not.toContain("Check again");
  });

  it("refuses what it cannot judge, and says what would work", async () => {
    const { run, lower, upper } = await dependingDecisions();
    const refused = async (...argv: string[]) => (await run("assumptions", ...argv)).err;
    expect(await refused(lower, "--false", "2")).toContain("Name it by its number (1 to 1)");
    expect(await refused(upper, "--false", "1")).toContain("has no assumptions");
    expect(await refused(lower, "--false", "1", "--holds", "1")).toContain("were given together");
    expect(await refused(lower, "--because", "It is so")).toContain("nothing says what");
  });
});
