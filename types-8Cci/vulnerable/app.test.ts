import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

const EVENT = { account: "globex", credits: "100000" };
const BODIES: [type: string, body: string][] = [
  ["application/json", JSON.stringify(EVENT)],
  ["application/x-www-form-urlencoded", new URLSearchParams(EVENT).toString()],
  ["text/plain", JSON.stringify(EVENT)],
  ["application/vnd.api+json", JSON.stringify(EVENT)],
  ["application/json", ""],
];

test("an event without a signature is refused, however it is spelled", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  for (const path of ["/webhooks/payments", "/Webhooks/Payments", "/webhooks/payments/"]) {
    for (const [type, body] of BODIES) {
      const request = { method: "POST", headers: { "content-type": type }, body };
      const { status } = await fetch(`http://127.0.0.1:${port}${path}`, request);
      assert.equal(status, 403, `${type} to ${path}`);
    }
  }
});
