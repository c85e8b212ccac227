import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

test("a refused request changes nothing", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (user: string, method: string, path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: `Bearer ${user}` } });
  const state = async () => {
    const replies = await Promise.all(["/projects", "/payouts"].map((path) => ask("admin", "GET", path)));
    return Promise.all(replies.map((reply) => reply.text()));
  };
  const before = await state();
  for (const [method, path] of [["POST", "/payouts"], ["DELETE", "/projects/1"]] as const) {
    assert.equal((await ask("member", method, path)).status, 403);
    assert.deepEqual(await state(), before, `${method} ${path} was refused and done`);
  }
});
