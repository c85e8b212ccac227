import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

test("each kind of token opens its own door and no other", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = (path: string, token = "", method = "GET") =>
    fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: `Bearer ${token}` } });
  const { token } = (await (await ask("/sessions", "owner", "POST")).json()) as { token: string };
  const { feed } = (await (await ask("/feeds", token, "POST")).json()) as { feed: string };
  const doors = {
    session: async (key: string) => (await ask("/account", key)).status,
    feed: async (key: string) => (await ask(`/calendar?feed=${key}`)).status,
  };
  for (const [kind, key] of Object.entries({ session: token, feed })) {
    for (const [door, open] of Object.entries(doors)) {
      assert.equal((await open(key)) === 200, kind === door, `a ${kind} token at the ${door} route`);
    }
  }
});
