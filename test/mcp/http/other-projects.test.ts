import { beforeEach, describe, expect, it } from "vitest";
import { PROMPTS } from "../../../src/prompts/inventory.ts";
import { RESOURCES } from "../../../src/resources/inventory.ts";
import { ALL_TOOLS } from "../../../src/tools/inventory.ts";
import { fillShop } from "../../contract/filled-project.ts";
import { call, request, type WireMessage } from "../stdio/messages.ts";
import { openHttp, type TestHttp } from "./open-http.ts";
import { sampleOf } from "./sample-arguments.ts";

/** Of everything that is kept in `shop`. Its texts speak of orders, and no question here does. */
const IDS = [
  ...["dec_a", "dec_draft", "lnk_a", "lnk_auto", "prop_a", "prop_draft", "chk_a", "ins_a"],
  ...["ctx_a", "sk_a", "gdn_a", "imp_a", "cln_a", "out_dec_a", "sig_a"],
];
const WORDS = /orders/i;
const NAMES_A_RECORD = /(?:^|_)ids?$|Id$/;

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
}

const namesRecords = ({ properties = {}, items }: Schema): boolean =>
  (items !== undefined && namesRecords(items)) ||
  Object.entries(properties).some(([name, field]) => NAMES_A_RECORD.test(name) || namesRecords(field));

/** What a tool requires, and every id that it takes, all of them the same but the second of two. */
function argumentsWith(schema: Schema, id: string): Record<string, unknown> {
  const args = sampleOf(schema) as Record<string, unknown>;
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    if (NAMES_A_RECORD.test(name)) args[name] = field.items ? [id] : name === "to_id" ? "dec_b" : id;
    else if (field.items && namesRecords(field)) args[name] = [argumentsWith(field.items, id)];
  }
  return args;
}

const TOOLS = ALL_TOOLS.filter(({ inputSchema }) => namesRecords(inputSchema as Schema));

describe("A key of one project, with the ids of another,", () => {
  let http: TestHttp;
  let [inside, outside] = ["", ""];
  beforeEach(async () => {
    http = await openHttp();
    await fillShop(http.memory.store);
    inside = (await http.key({ role: "admin", project: "shop" })).token;
    outside = (await http.key({ role: "admin", project: "bank" })).token;
  });

  const answer = async (message: WireMessage, token: string): Promise<string> =>
    (await http.post(message, { token })).text();

  /** Returns nothing of the other project and changes nothing in it. */
  async function learnsNothing(messages: readonly WireMessage[]): Promise<void> {
    const before = await http.memory.store.position();
    for (const message of messages) {
      expect(await answer(message, outside), JSON.stringify(message.params)).not.toMatch(WORDS);
    }
    const written = await http.memory.store.changesAfter(before, 100);
    expect(written.filter(({ project }) => project === "shop")).toEqual([]);
  }

  it.each(TOOLS.map((tool) => [tool.name, tool] as const))("gets nothing from %s", async (name, tool) => {
    await learnsNothing(IDS.map((id) => call(1, name, argumentsWith(tool.inputSchema as Schema, id))));
  });

  it("gets nothing from a resource, a prompt or a completion", async () => {
    const addresses = RESOURCES.filter(({ variables }) => variables.length > 0).flatMap(({ address }) =>
      IDS.map((id) => address.replaceAll(/\{\w+\}/g, id)),
    );
    const asking = PROMPTS.filter((prompt) => prompt.arguments.some(({ name }) => NAMES_A_RECORD.test(name)));
    const completed = request(1, "completion/complete", {
      ref: { type: "ref/resource", uri: "membria://decisions/{decision_id}" },
      argument: { name: "decision_id", value: "dec_" },
    });
    await learnsNothing([
      ...addresses.map((uri) => request(1, "resources/read", { uri })),
      ...asking.flatMap(({ name }) =>
        IDS.map((id) => request(1, "prompts/get", { name, arguments: { decision_id: id } })),
      ),
    ]);
    expect(await answer(completed, outside)).not.toContain("dec_a");
    expect(await answer(completed, inside)).toContain("dec_a");
  });

  it("would get something with a key of the other project", async () => {
    const told = async (message: WireMessage) => WORDS.test(await answer(message, inside));
    const names = ["membria_get_decision", "membria_analyze_decision", "memory_load_context"];
    for (const name of [...names, "get_pending_links"]) {
      const tool = TOOLS.find((one) => one.name === name);
      const message = call(1, name, argumentsWith(tool?.inputSchema as Schema, "dec_a"));
      expect(await told(message), name).toBe(true);
    }
    const uri = "membria://graph/causal-chain/dec_a";
    expect(await told(request(1, "resources/read", { uri }))).toBe(true);
    const prompt = { name: "after_outcome", arguments: { decision_id: "dec_a" } };
    expect(await told(request(1, "prompts/get", prompt))).toBe(true);
  });
});
