import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

const KEYS = ["acme/contract.pdf", "ac/../acme/contract.pdf", "ac/%2e%2e/acme/contract.pdf"];

test("no spelling of a key or name gives a link into another tenant's files", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (path: string, body: object) => {
    const headers = { authorization: "Bearer outsider", "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body) };
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, request);
    return { status: reply.status, text: await reply.text() };
  };
  for (const key of KEYS) assert.equal((await ask("/downloads", { key })).status, 404, key);
  for (const name of ["../acme/contract.pdf", "x/../../acme/contract.pdf", "..%2facme/contract.pdf"]) {
    const { text } = await ask("/uploads", { name });
    assert.match((JSON.parse(text) as { url: string }).url, /^\/storage\/ac\/[\w-]+\?/, name);
  }
});
