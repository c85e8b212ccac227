import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, describe, expect, it } from "vitest";
import { type Example, playSteps } from "./play-steps.ts";

/** Answers with what it was sent; `/status/418` answers with that status. */
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (data) => {
    body += String(data);
  });
  request.on("end", () => {
    const status = Number(request.url?.match(/^\/status\/(\d+)/)?.[1] ?? 200);
    response.writeHead(status, { "content-type": "application/json", location: "/elsewhere" });
    response.end(JSON.stringify({ url: request.url, caller: request.headers.authorization, body }, null, 2));
  });
});

let origin = "";
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  server.unref();
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

const play = (steps: Parameters<typeof playSteps>[0], example: Example = "vulnerable") =>
  playSteps(steps, example, { origin, spentMs: async () => 0 });

const OUTCOME = { exploited: { status: 200 }, held: { status: 404 } };

describe("playing the steps of a proof", () => {
  it("sends the identity of the caller, and compares JSON without white space", async () => {
    await play([
      { as: "owner", get: "/", expect: { contains: '"caller":"Bearer owner"', lacks: "outsider" } },
    ]);
  });

  it("fills later steps with saved values", async () => {
    await play([
      { post: "/first", json: { a: 1 }, save: { place: "url" } },
      { put: "/x", json: { at: "{place}" }, expect: { contains: "/first" } },
    ]);
  });

  it("saves headers too", async () => {
    await play([
      { get: "/", save: { next: "headers.location" } },
      { get: "{next}", expect: { contains: '"url":"/elsewhere"' } },
    ]);
  });

  it("sends paths as they are", async () => {
    await play([{ get: "/public/../admin//", expect: { contains: '"url":"/public/../admin//"' } }]);
  });

  it("repeats a step and numbers the tries", async () => {
    await play([{ get: "/try/{n}", times: 3, expect: { contains: "/try/3" } }]);
  });

  it.each([
    ["a status", { status: 201 }],
    ["a text that is missing", { contains: "nowhere" }],
    ["a text that is there", { lacks: "url" }],
  ])("refuses %s that was not expected", async (_, expected) => {
    await expect(play([{ get: "/", expect: expected }])).rejects.toThrow(/Step 1, GET \/ as nobody/);
  });

  it("expects success by default", async () => {
    await expect(play([{ get: "/status/403" }])).rejects.toThrow("should have succeeded");
  });

  it("is exploited only if the vulnerable example says so, and holds only if the fixed one does", async () => {
    await play([{ get: "/", ...OUTCOME }], "vulnerable");
    await play([{ get: "/status/404", ...OUTCOME }], "fixed");
    await expect(play([{ get: "/", ...OUTCOME }], "fixed")).rejects.toThrow("should have answered 404");
    await expect(play([{ get: "/status/404", ...OUTCOME }])).rejects.toThrow("should have answered 200");
  });

  it("refuses outcomes that cannot tell the examples apart", async () => {
    const vague = { exploited: { status: 200 }, held: { contains: "url" } };
    await expect(play([{ get: "/", ...vague }])).rejects.toThrow("Make them exclude each other");
  });

  it.each<Example>(["vulnerable", "fixed"])(
    "takes a crash of the %s example for neither",
    async (example) => {
      await expect(play([{ get: "/status/500", ...OUTCOME }], example)).rejects.toThrow("crashed with 500");
    },
  );

  it("skips only steps that need a value which the fixed example did not return", async () => {
    const steps = [
      { get: "/status/404", ...OUTCOME, save: { token: "token" } },
      { get: "/{token}", ...OUTCOME },
    ];
    await play(steps, "fixed");
    await expect(play([{ get: "/{token}", ...OUTCOME }], "fixed")).rejects.toThrow("no step before it saved");
  });
});
