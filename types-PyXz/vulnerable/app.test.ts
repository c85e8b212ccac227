import assert from "node:assert/strict";
import type { AddressInfo } from "node:net";
import { test } from "node:test";
import { app } from "./app.ts";

test("whoever is removed receives nothing more, and everybody else does", async (t) => {
  const server = app.listen(0);
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (user: string, method: string, path: string, body?: object) => {
    const reply = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { authorization: `Bearer ${user}`, "content-type": "application/json" },
      body: body ? JSON.stringify(body) : null,
    });
    return reply.text();
  };
  const streams = new Map<string, string>();
  for (const user of ["owner", "member", "colleague"]) {
    const { id } = JSON.parse(await ask(user, "POST", "/projects/1/subscriptions")) as { id: string };
    streams.set(user, `/subscriptions/${id}/events`);
  }
  await ask("owner", "DELETE", "/projects/1/members/member");
  await ask("owner", "POST", "/projects/1/messages", { text: "after the removal" });
  for (const [user, path] of streams) {
    const received = (await ask(user, "GET", path)).includes("after the removal");
    assert.equal(received, user !== "member", user);
  }
});
