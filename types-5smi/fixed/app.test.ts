import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

test("whatever is not the token of an invitation finds none", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (user: string, method: string, path: string, body?: object) => {
    const headers = { authorization: `Bearer ${user}`, "content-type": "application/json" };
    const request = { method, headers, body: body ? JSON.stringify(body) : null };
    return (await fetch(`http://127.0.0.1:${port}${path}`, request)).status;
  };
  assert.equal(await ask("owner", "POST", "/tenants/acme/invitations", { role: "admin" }), 201);
  for (const query of ["", "?token", "?token=", "?token=undefined", "?Token=x", "?token=a&token=b"]) {
    assert.equal(await ask("outsider", "GET", `/invitations/preview${query}`), 404, `preview${query}`);
  }
  for (const body of [{}, { token: null }, { token: "" }, { token: [] }, { token: {} }, { token: true }]) {
    const status = await ask("outsider", "POST", "/invitations/accept", body);
    assert.equal(status, 404, JSON.stringify(body));
  }
});
