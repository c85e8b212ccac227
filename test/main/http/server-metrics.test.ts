import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, it, onTestFinished } from "vitest";
import { serverMetrics } from "../../../src/main/http/server-metrics.ts";
import { openHttp } from "../../mcp/http/open-http.ts";

/** How patient it is, so that a busy machine changes no answer. */
const FOREVER = 1_000;

it("reads what a running server counted, with a key", async () => {
  const http = await openHttp();
  const { token } = await http.key();
  expect(await serverMetrics(token, FOREVER, http.url)).toEqual({
    url: http.url,
    text: expect.stringContaining("membria_graph_up 1"),
  });
});

it("says that a key is needed where there is none", async () => {
  const http = await openHttp();
  expect(await serverMetrics(undefined, FOREVER, http.url)).toEqual({
    problem: expect.stringMatching(/answered 401\. Put a key into MEMBRIA_AUTH_TOKEN/),
  });
});

it("says so where nobody answers", async () => {
  const http = await openHttp();
  await http.close();
  expect(await serverMetrics(undefined, FOREVER, http.url)).toEqual({
    problem: expect.stringContaining(`none answers at ${http.url}`),
  });
});

it("tells no token to another program that has the port", async () => {
  const seen: (string | undefined)[] = [];
  const other = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.end("Prometheus is Healthy.");
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void other.close());
  await once(other, "listening");
  const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  expect(await serverMetrics("a-token-of-somebody", FOREVER, url)).toEqual({
    problem: expect.stringContaining("none answers"),
  });
  expect(seen).toEqual([undefined]);
});
