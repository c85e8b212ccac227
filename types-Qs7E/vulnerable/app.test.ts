import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

test("an export holds the rows of whoever asked for it, in any order", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (user: string, method: string, path: string) => {
    const headers = { authorization: `Bearer ${user}` };
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers });
    return (await reply.json()) as { id: string };
  };
  for (const user of ["owner", "outsider", "colleague", "outsider", "owner"]) {
    const { id } = await ask(user, "POST", "/exports");
    const exported = await ask(user, "GET", `/exports/${id}`);
    assert.deepEqual(exported, await ask(user, "GET", "/invoices"), `the export of ${user}`);
  }
});
