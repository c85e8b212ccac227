import { describe, expect, it } from "vitest";
import { BOTH, json, modernHeaders, openHttp } from "../mcp/http/open-http.ts";
import { type LogEntry, recordingLog } from "../mcp/stdio/connection.ts";
import { call, INITIALIZED, initialize, modern, modernCall, request } from "../mcp/stdio/messages.ts";
import { spawnServer } from "../mcp/stdio/spawned.ts";
import { folderOfTest, openMemory } from "../support/memory.ts";
import { MEMBRIA } from "../support/stdio-client.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const LIST = { limit: 1 };

const all = <T>(entries: readonly LogEntry[], of: (entry: LogEntry) => T): T[] => entries.map(of);
const requestIds = (entries: readonly LogEntry[]) => all(entries, ({ requestId }) => requestId);
const sessions = (entries: readonly LogEntry[]) => new Set(all(entries, ({ sessionId }) => sessionId));
const ofRequests = (entries: readonly LogEntry[]) =>
  entries.filter(({ message }) =>
    /^(Tool call|Slow tool call|Resource read|A request|Refused)/.test(message),
  );

/** Ours: one for each request, however often the client repeats its own. */
function expectOwnIds(entries: readonly LogEntry[], count: number): void {
  expect(entries).toHaveLength(count);
  for (const id of requestIds(entries)) expect(id).toMatch(UUID);
  expect(new Set(requestIds(entries)).size).toBe(count);
}

describe("MAMA, Logging Format: requestId and sessionId", () => {
  it("are our own UUIDs on standard input and output, in both eras of the protocol", async () => {
    const { path } = await folderOfTest();
    const server = spawnServer({
      command: process.execPath,
      args: [MEMBRIA, "mcp", "serve"],
      env: { MEMBRIA_HOME: path, MEMBRIA_PROJECT: "shop" },
    });
    const ask = async (...messages: Parameters<typeof server.send>) => {
      await server.send(...messages);
      return server.next();
    };
    await ask(request(7, "tools/list"));
    await ask(initialize(7));
    await server.send(INITIALIZED);
    for (const message of [
      call(7, "list_decisions", LIST),
      call(7, "list_decisions", LIST),
      modernCall(7, "list_decisions", LIST),
      request(7, "resources/read", { uri: "membria://decisions/all" }),
      modern(7, "tools/call", { name: "nothing" }),
    ])
      expect(await ask(message)).toMatchObject({ id: 7 });
    server.endInput();
    await server.exit;
    const entries = server
      .stderr()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as LogEntry);
    expectOwnIds(ofRequests(entries), 6);
    const [session, ...others] = sessions(ofRequests(entries));
    expect(session).toMatch(UUID);
    expect(others).toEqual([]);
    expect(requestIds(entries)).not.toContain(session);
  });

  it("are our own UUIDs over HTTP; a session has one of its own, which is not the secret id of its header", async () => {
    const { log, entries } = recordingLog();
    const http = await openHttp({ memory: await openMemory(log), withoutKeys: "agent" });
    const begun = await http.post(initialize(7), { headers: { Accept: BOTH } });
    const id = begun.headers.get("mcp-session-id") ?? "";
    const headers = { Accept: BOTH, "Mcp-Session-Id": id };
    await http.post(INITIALIZED, { headers });
    for (const name of ["list_decisions", "list_decisions", "nothing"])
      await (await http.post(call(7, name, LIST), { headers })).text();
    const inSession = ofRequests(entries.splice(0));
    expectOwnIds(inSession, 3);
    expect(sessions(inSession).size).toBe(1);
    const [session] = sessions(inSession);
    expect(session).toMatch(UUID);
    expect(JSON.stringify(inSession)).not.toContain(id);

    for (const name of ["list_decisions", "nothing"]) {
      await json(await http.post(call(7, name, LIST)));
      const message = modernCall(7, name, LIST);
      await json(await http.post(message, { headers: modernHeaders(message) }));
    }
    await json(await http.post([call(7, "list_decisions", LIST), call(7, "nothing")], { path: "/batch" }));
    expectOwnIds(ofRequests(entries), 6);
    expect([...sessions(ofRequests(entries))]).toEqual([undefined]);
  });

  it("are the same in all entries of a request", async () => {
    const { log, entries } = recordingLog();
    const http = await openHttp({ memory: await openMemory(log), withoutKeys: "agent" });
    const unknown = { uri: "membria://decisions/dec_nowhere" };
    await json(await http.post(request(7, "resources/read", unknown)));
    const [first, ...more] = entries.filter(({ message }) => /request/i.test(message));
    expect(more).toHaveLength(1);
    expect(requestIds(more)).toEqual([first?.requestId]);
  });
});
