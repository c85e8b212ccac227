import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

test("a mixture of own and foreign ids deletes nothing", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const headersOf = (user: string) => ({
    authorization: `Bearer ${user}`,
    "content-type": "application/json",
  });
  const listOf = async (user: string) =>
    (await (await fetch(`http://127.0.0.1:${port}/tasks`, { headers: headersOf(user) })).json()) as object[];
  for (const ids of [["3", "1"], ["1", "3"], ["3", "3", "1"], ["3", "missing"], ["1"], []]) {
    const reply = await fetch(`http://127.0.0.1:${port}/tasks/bulk-delete`, {
      method: "POST",
      headers: headersOf("outsider"),
      body: JSON.stringify({ ids }),
    });
    assert.equal(reply.status, 404, JSON.stringify(ids));
    assert.equal((await listOf("owner")).length, 2, JSON.stringify(ids));
    assert.equal((await listOf("outsider")).length, 1, JSON.stringify(ids));
  }
});
