import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

const SECRETS = /Berlin|Old prices/;
const QUERIES = ["draft", "archived"].flatMap((status) => [
  `status=${status}`,
  `status=${status}&status=${status}`,
  `status=published&status=${status}`,
  `status[]=${status}`,
  `status[0]=${status}`,
]);
const VALUES = ["draft", ["draft"], [["archived"]], { 0: "draft" }];

test("readers get no drafts, in whatever shape they ask", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const headers = { authorization: "Bearer member", "content-type": "application/json" };
  for (const query of QUERIES) {
    const reply = await fetch(`http://127.0.0.1:${port}/articles?${query}`, { headers });
    assert.doesNotMatch(await reply.text(), SECRETS, query);
  }
  for (const status of VALUES) {
    const body = JSON.stringify({ status });
    const request = { method: "POST", headers, body };
    const reply = await fetch(`http://127.0.0.1:${port}/articles/search`, request);
    assert.doesNotMatch(await reply.text(), SECRETS, body);
  }
});
