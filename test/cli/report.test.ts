import { expect, it } from "vitest";
import { openCommandLine } from "../support/command-line.ts";

it("membria report shows what there is, and says what will appear", async () => {
  const { run } = await openCommandLine();
  expect((await run("report")).out).toBe(
    'No decisions yet in shop. The report begins with the first one: membria decide "…" --reasoning "…" --alternative "…"',
  );
  await run("decide", "Use PostgreSQL for orders", "--reasoning", "Orders need transactions");
  const { out } = await run("report");
  expect(out).toContain("1 decision\n");
  expect(out).toMatch(/^with reasoning +█+ 100 %$/m);
  expect(out).toContain("No decision has evidence, alternatives or risks yet.");
  expect(out).toContain("appears with the first link: membria links suggest");
  expect(out).toContain("Narrative coverage: improve first");
  expect(out).not.toMatch(/Link coverage|Rich reason|Approved|nothing to measure/);
  expect(JSON.parse((await run("report", "--json")).out)).toMatchObject({
    data: { quality: { narrative: { risks: 0 }, link: { richReasonRatio: null } } },
  });

  const second = JSON.parse((await run("decide", "Keep sessions in Redis", "--json")).out).decision_id;
  await run(
    "links",
    "propose",
    second,
    "refines",
    "last~1",
    "--reason",
    "They share the same database server",
  );
  const linked = (await run("report")).out;
  expect(linked).toContain("2 decisions, 1 link\n");
  expect(linked).toContain("Link coverage");
});
