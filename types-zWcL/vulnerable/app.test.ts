import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

const EXPECTED: Record<string, [list: number, invite: number]> = {
  "owner acme": [200, 201],
  "owner globex": [404, 404],
  "colleague acme": [200, 403],
  "colleague globex": [200, 201],
  "outsider acme": [404, 404],
  "outsider globex": [200, 201],
};

test("tenant and role follow from the membership, for every pair of user and tenant", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  for (const [pair, [list, invite]] of Object.entries(EXPECTED)) {
    const [user = "", tenant = ""] = pair.split(" ");
    const authorization = `Bearer ${user}`;
    const headers = { authorization, "x-tenant": tenant, "content-type": "application/json" };
    const listed = await fetch(`http://127.0.0.1:${port}/projects`, { headers });
    assert.equal(listed.status, list, `${pair} lists`);
    const body = JSON.stringify({ user: "somebody" });
    const invited = await fetch(`http://127.0.0.1:${port}/members`, { method: "POST", headers, body });
    assert.equal(invited.status, invite, `${pair} invites`);
  }
});
