import { expect, it } from "vitest";
import { decisionPage, writeDecisionChange } from "../../../src/decisions/sql/decisions.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import { commandLineOn } from "../../support/command-line.ts";
import { act, capturedIn } from "../../support/decisions.ts";
import { openMemory } from "../../support/memory.ts";
import { call } from "../stdio/messages.ts";
import { CALLERS } from "./callers.ts";
import { ROWS } from "./requests.ts";
import { fillProject, SHOP } from "./two-projects.ts";

const SOURCE = "Ana asked the pangolin, and it agreed";
const QUESTION = "What does the aardvark eat?";
const EXCHANGE = "Person: may the axolotl stay?\nAgent: it may.";

/** Whether the tool makes a decision and takes the argument for it. */
function takes(name: string, argument: string): boolean {
  const tool = ALL_TOOLS.find((one) => one.name === name && one.makesDecision);
  return tool !== undefined && Object.hasOwn(tool.inputSchema["properties"] as object, argument);
}

it("no tool, resource or prompt quotes a source, an exchange or the questions of a decision unless they match a search; membria show does", async () => {
  const memory = await openMemory();
  const open = CALLERS["HTTP with a key"] as (typeof CALLERS)[string];
  const caller = await open(memory, "coding-agent");
  const withSource = (tool: string, args: Record<string, unknown>) => ({
    ...args,
    ...(takes(tool, "source") && { source: SOURCE }),
    ...(takes(tool, "questions") && { questions: [QUESTION] }),
  });
  const ids = await fillProject(memory, SHOP, async (tool, args) => {
    const { result } = await caller.ask(call(1, tool, withSource(tool, args)));
    expect(result, tool).not.toHaveProperty("isError");
    return result?.["structuredContent"] as Record<string, unknown>;
  });
  const { items } = await decisionPage(memory, { scope: SHOP }, 100);
  const where = { capturedIn: capturedIn({ exchange: EXCHANGE }) };
  for (const { id } of items) await writeDecisionChange(memory, SHOP, id, where, act(memory.clock.now()));
  for (const row of ROWS) {
    for (const message of row.requests(ids)) {
      const reply = JSON.stringify(await caller.ask(message));
      expect(reply, row.name).not.toMatch(/pangolin|aardvark|axolotl/);
    }
  }
  const given = { decision_id: ids.decision };
  const read = JSON.stringify(await caller.ask(call(1, "membria_get_decision", given)));
  expect(read).toContain('"has_source":true');
  expect(read).toContain("its source is kept");
  expect(read).toContain('"has_exchange":true');
  expect(read).toContain("the exchange it came from is kept");

  const { run } = commandLineOn(memory, SHOP);
  const { out } = await run("show", ids.decision);
  expect(out).toContain(`Source\n  ${SOURCE}`);
  expect(out).toContain(`Answers\n  • ${QUESTION}`);
  expect(out).toContain(`Exchange\n  │ ${EXCHANGE.replace("\n", "\n  │ ")}`);
  const json = JSON.parse((await run("show", ids.decision, "--json")).out);
  expect(json).toMatchObject({ source: SOURCE, exchange: EXCHANGE, questions: [QUESTION] });
  await memory.background.idle();
});
