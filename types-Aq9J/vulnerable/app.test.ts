import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

test("the list and the update route refuse everybody who has no share", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (user: string, path: string, change?: object) =>
    fetch(`http://127.0.0.1:${port}${path}`, {
      method: change ? "PUT" : "GET",
      headers: { authorization: `Bearer ${user}`, "content-type": "application/json" },
      body: change ? JSON.stringify(change) : null,
    });
  const rights = { owner: ["1"], member: [], outsider: ["2"] };
  const seen = { owner: ["1"], member: ["1"], outsider: ["2"] };
  for (const user of ["owner", "member", "outsider"] as const) {
    const list = (await (await ask(user, "/documents")).json()) as { id: string }[];
    assert.deepEqual(list.map(({ id }) => id), seen[user], `what ${user} sees`);
    for (const id of ["1", "2"]) {
      const allowed = (rights[user] as string[]).includes(id);
      const { status } = await ask(user, `/documents/${id}`, { text: "changed" });
      assert.equal(status, allowed ? 200 : 404, `${user} writes ${id}`);
    }
  }
});
