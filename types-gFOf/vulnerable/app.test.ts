import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

const KEYS = {
  "/users/owner": ["id", "name"],
  "/users/colleague": ["id", "name"],
  "/me": ["email", "id", "name"],
};

test("a reply has the agreed fields and no other", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: "Bearer colleague" };
  for (const [path, keys] of Object.entries(KEYS)) {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
    assert.deepEqual(Object.keys((await reply.json()) as object).sort(), keys, path);
  }
});
