import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

test("every field is refused, except those that users may set", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: "Bearer member", "content-type": "application/json" };
  const me = `http://127.0.0.1:${port}/me`;
  const patch = (body: object) => fetch(me, { method: "PATCH", headers, body: JSON.stringify(body) });
  const record = (await (await fetch(me, { headers })).json()) as { settings: object };
  const open = ["name", "settings", "theme", "locale"];
  for (const key of Object.keys(record).filter((name) => !open.includes(name))) {
    assert.equal((await patch({ [key]: "admin" })).status, 400, `${key} was accepted`);
  }
  for (const key of Object.keys(record.settings).filter((name) => !open.includes(name))) {
    assert.equal((await patch({ settings: { [key]: 9 } })).status, 400, `settings.${key} was accepted`);
  }
  assert.equal((await patch({ name: "Renamed", settings: { theme: "dark" } })).status, 200);
});
