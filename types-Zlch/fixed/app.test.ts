import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

const ROUTES = ["GET /orders", "GET /payments/1", "POST /payments/1/refund", "POST /payments/webhook"];
const CHECKS_A_SIGNATURE = ["POST /payments/webhook"];

test("without a login, only the listed routes get past the guard", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  for (const route of ROUTES) {
    const [method = "", path = ""] = route.split(" ");
    const body = method === "POST" ? "{}" : null;
    const headers = { "content-type": "application/json" };
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, body });
    assert.equal(status, CHECKS_A_SIGNATURE.includes(route) ? 400 : 401, route);
  }
});
