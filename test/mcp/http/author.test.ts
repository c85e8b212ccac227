import { describe, expect, it } from "vitest";
import { findDecision } from "../../../src/decisions/sql/decisions.ts";
import { readEntries } from "../../../src/store/log/read-log.ts";
import { openMemory } from "../../support/memory.ts";
import { type HttpSetup, openHttp } from "./open-http.ts";
import { connect, REVISIONS } from "./sdk-client.ts";

const DECISION = {
  statement: "Use PostgreSQL for user database instead of MongoDB",
  alternatives: ["MongoDB"],
  confidence: 0.82,
};

/** The server, and who captured the decisions that were stored, as they and the log say. */
async function openObserved(setup: HttpSetup = {}) {
  const memory = await openMemory();
  const actors = async () => {
    const captured = await readEntries(
      memory,
      { scope: "all", actions: ["decision.captured"] },
      { after: 0 },
      100,
    );
    return Promise.all(
      captured.map(async ({ project, subject, client, key }) => {
        const decision = await findDecision(memory, project, subject);
        return { author: decision?.author, client, ...(key !== undefined && { key }) };
      }),
    );
  };
  return { actors, http: await openHttp({ ...setup, memory }) };
}

describe.each(REVISIONS)("who writes over HTTP, with a client of revision %s", (era) => {
  let captured = 0;
  const capture = async (
    http: Awaited<ReturnType<typeof openHttp>>,
    token: string,
    client = "claude-code",
  ) => {
    const { client: connected } = await connect(http, era, token, { client });
    const statement = `${DECISION.statement} for service ${++captured}`;
    await connected.callTool({ name: "membria_capture_decision", arguments: { ...DECISION, statement } });
  };

  it("is told apart by the key where two people use the same client", async () => {
    const { http, actors } = await openObserved();
    const [jane, john] = [await http.key({ name: "Jane Doe" }), await http.key({ name: "John Doe" })];
    for (const { token } of [jane, john]) await capture(http, token);
    const client = { client: "claude-code/2.1.325" };
    expect(await actors()).toEqual([
      { ...client, author: { kind: "agent", name: "claude-code", person: "Jane Doe" }, key: jane.id },
      { ...client, author: { kind: "agent", name: "claude-code", person: "John Doe" }, key: john.id },
    ]);
  });

  it.each(["root (human)", "John Doe", '{"kind":"human"}'])(
    "stays an agent, and the person stays that of the key, when the client calls itself %s",
    async (claimed) => {
      const { http, actors } = await openObserved({ person: "Jane Doe" });
      const { token, id } = await http.key({ name: "build server" });
      await capture(http, token, claimed);
      expect(await actors()).toMatchObject([
        { author: { kind: "agent", name: claimed, person: "build server" }, key: id },
      ]);
    },
  );

  it("has a client without a name as the author, and not the person of the key", async () => {
    const { http, actors } = await openObserved();
    const { token } = await http.key({ name: "Jane Doe" });
    await capture(http, token, "");
    expect(await actors()).toMatchObject([
      { author: { kind: "agent", name: "unknown", person: "Jane Doe" } },
    ]);
  });

  it("has the name of the key on one line", async () => {
    const { http, actors } = await openObserved();
    const { token } = await http.key({ name: "Jane\n```\nDoe" });
    await capture(http, token);
    expect((await actors())[0]?.author?.person).toBe("Jane ``` Doe");
  });

  it.each([
    ["the token of the settings", { authToken: "a-token-for-everybody" }],
    ["no key at all", { withoutKeys: "agent" }],
  ] satisfies [string, HttpSetup][])(
    "is nobody known with %s, unless the settings name a person",
    async (_, setup) => {
      for (const person of [undefined, "Jane Doe"]) {
        const { http, actors } = await openObserved({ ...setup, person });
        await capture(http, "a-token-for-everybody");
        expect(await actors()).toStrictEqual([
          {
            author: { kind: "agent", name: "claude-code", ...(person && { person }) },
            client: "claude-code/2.1.325",
          },
        ]);
      }
    },
  );
});
