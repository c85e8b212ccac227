import { describe, expect, it } from "vitest";
import { listedTools } from "../../../src/tools/inventory.ts";
import { json, openHttp } from "../http/open-http.ts";
import { call, request, textOf, type WireMessage } from "../stdio/messages.ts";

const INHERITED = ["__proto__", "constructor", "toString", "hasOwnProperty"];

async function ask(message: WireMessage): Promise<WireMessage> {
  const http = await openHttp({ withoutKeys: "agent" });
  return (await json(await http.post(message))) as WireMessage;
}

describe.each(INHERITED)("%s, which every object has", (name) => {
  const complete = (ref: Record<string, string>, argument: string) =>
    ask(request(1, "completion/complete", { ref, argument: { name: argument, value: "" } }));

  it("as an argument has no completions", async () => {
    for (const ref of [
      { type: "ref/prompt", name: "before_decision" },
      { type: "ref/resource", uri: "membria://decisions/{decision_id}" },
    ]) {
      expect(await complete(ref, name)).toMatchObject({
        result: { completion: { values: [], hasMore: false } },
      });
    }
  });

  it("as a prompt, a template, an address or a tool is unknown", async () => {
    for (const reply of [
      await complete({ type: "ref/prompt", name }, "domain"),
      await complete({ type: "ref/resource", uri: name }, "domain"),
      await ask(request(1, "prompts/get", { name })),
      await ask(request(1, "resources/read", { uri: `membria://${name}` })),
      await ask(call(1, name)),
    ]) {
      expect([-32602, -32002]).toContain(reply.error?.code);
    }
  });

  // The SDK drops `__proto__` from the arguments of tools and prompts, so that it never arrives there.
  it.skipIf(name === "__proto__")("as an argument of a tool or a prompt is refused by name", async () => {
    const replies = [
      await ask(call(1, "membria_get_decision", { decision_id: "dec_1", [name]: { a: 1 } })),
      await ask(request(1, "prompts/get", { name: "weekly_review", arguments: { [name]: "1" } })),
    ];
    for (const reply of replies) {
      expect(textOf(reply) ?? reply.error?.message).toContain(`Unknown argument '${name}'`);
    }
  });

  it("in the query of a resource is refused by name", async () => {
    const reply = await ask(request(1, "resources/read", { uri: `membria://decisions/all?${name}=1` }));
    expect(reply.error?.message).toContain(`Unknown argument '${name}'`);
  });

  it("as a toolset does not exist", () => {
    expect(() =>
      listedTools({ profile: "core", toolsets: [name], toolNames: "portable", readOnly: false }),
    ).toThrow(`There is no toolset ${name}.`);
  });
});
