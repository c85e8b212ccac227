import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { revokeKey } from "../../../../src/access/operations/manage-keys.ts";
import { addDecision } from "../../../../src/decisions/sql/decisions.ts";
import { perform } from "../../../../src/shared/operations/operation.ts";
import { HOUR_MS } from "../../../../src/shared/time.ts";
import { act, decision } from "../../../support/decisions.ts";
import { eventually } from "../../../support/eventually.ts";
import { ANNA, openPage, type TestBrowser, type TestPage } from "./open-page.ts";

const WRITER = fileURLToPath(new URL("../../../support/writer-process.ts", import.meta.url));

interface Heard {
  readonly events: readonly { readonly event: string; readonly data: unknown }[];
  readonly status: number;
  hasEnded(): boolean;
  stop(): void;
}

async function listen(browser: TestBrowser, query = ""): Promise<Heard> {
  const response = await browser.get(`/page/events${query}`, { Accept: "text/event-stream" });
  const events: { event: string; data: unknown }[] = [];
  let ended = false;
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<void> => {
    let text = "";
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done) break;
      text += value;
      for (let end = text.indexOf("\n\n"); end !== -1; end = text.indexOf("\n\n")) {
        const [, event = "", data = ""] = /^event: (\w+)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
        events.push({ event, data: JSON.parse(data) });
        text = text.slice(end + 2);
      }
    }
    ended = true;
  };
  const reading = read().catch(() => {
    ended = true;
  });
  return {
    events,
    status: response.status,
    hasEnded: () => ended,
    stop: () => void reader?.cancel().then(() => reading),
  };
}

const changesIn = ({ events }: Heard) =>
  events.filter(({ event }) => event === "change").map(({ data }) => data);

describe("the stream of changes", () => {
  it("says at once that it is there, and tells what another process wrote", async () => {
    const page = await openPage();
    const heard = await listen(await page.browser(), "?project=shop");
    await eventually(() => expect(heard.events).toMatchObject([{ event: "ping", data: {} }]));
    await promisify(execFile)(process.execPath, ["--import", "tsx", WRITER, page.memory.path, "dec_other"]);
    await eventually(() =>
      expect(changesIn(heard)).toMatchObject([
        { areas: expect.arrayContaining(["decision"]), ids: ["dec_other"] },
      ]),
    );
  });

  it("names the decision behind an outcome", async () => {
    const page = await openPage();
    const browser = await page.browser();
    await addDecision(page.memory, { decision: decision({ id: "dec_a" }) }, act());
    const heard = await listen(browser, "?project=shop");
    await browser.call("record-outcome", { id: "dec_a", status: "success" }, { "Membria-Project": "shop" });
    await eventually(() => expect(JSON.stringify(changesIn(heard))).toMatch(/"outcome".*"dec_a"/));
  });

  it("tells nothing of other projects", async () => {
    const page = await openPage();
    const { id } = await page.key({ name: "Ben", project: "shop" });
    const [bound, other] = [
      await listen(await page.browser({ key: id })),
      await listen(await page.browser(), "?project=all"),
    ];
    await addDecision(page.memory, { decision: decision({ id: "dec_b", project: "bank" }) }, act());
    await addDecision(page.memory, { decision: decision({ id: "dec_a", project: "shop" }) }, act());
    await eventually(() => expect(JSON.stringify(changesIn(other))).toContain("dec_a"));
    await eventually(() => expect(JSON.stringify(changesIn(bound))).toContain("dec_a"));
    expect(JSON.stringify(changesIn(other))).toContain("dec_b");
    expect(JSON.stringify(changesIn(bound))).not.toContain("dec_b");
    expect(JSON.stringify(changesIn(bound))).not.toContain("key_");
  });

  it("ends with the key of its session", async () => {
    const page = await openPage();
    const { id } = await page.key({ name: "Ben" });
    const heard = await listen(await page.browser({ key: id }));
    const other = await listen(await page.browser());
    await perform(revokeKey, { id }, page.memory, ANNA);
    await eventually(() => expect(heard.hasEnded()).toBe(true));
    expect(other.hasEnded()).toBe(false);
  });

  it("ends when the person signs out, and when the session is over", async () => {
    const page = await openPage({ times: { reviewMs: 20 } });
    const leaving = await page.browser();
    const heard = await listen(leaving);
    const staying = await listen(await page.browser());
    await leaving.signOut();
    await eventually(() => expect(heard.hasEnded()).toBe(true));
    expect(staying.hasEnded()).toBe(false);
    page.memory.clock.advance(12 * HOUR_MS);
    await eventually(() => expect(staying.hasEnded()).toBe(true));
  });

  it("ends with the server, which does not wait for it", async () => {
    const page = await openPage({ times: { drainMs: 60_000 } });
    const heard = await listen(await page.browser());
    await page.close();
    await eventually(() => expect(heard.hasEnded()).toBe(true));
  });

  it("is for who is signed in, in a project that they may see", async () => {
    const page = await openPage();
    expect((await fetch(`${page.url}/page/events`)).status).toBe(401);
    const { get } = await page.browser();
    expect((await get("/page/events?project=No%20name")).status).toBe(400);
  });
});

/** A server that somebody began to listen to before it was idle for so long, or longer on a busy machine. */
async function listenedTo(idleMs: number): Promise<{ page: TestPage; heard: Heard; isIdle(): boolean }> {
  const page = await openPage({ idleMs, times: { pingMs: idleMs / 4 } });
  let wasIdle = false;
  void page.idle.then(() => {
    wasIdle = true;
  });
  const heard = await listen(await page.browser());
  await eventually(() => expect(heard.events).not.toEqual([]));
  return wasIdle ? listenedTo(2 * idleMs) : { page, heard, isIdle: () => wasIdle };
}

describe("an idle server", () => {
  it("is noticed after the time, and not while somebody listens", async () => {
    const { page, heard, isIdle } = await listenedTo(200);
    // Many times as long as it may be idle, without another request.
    await eventually(() => expect(heard.events.length).toBeGreaterThan(20));
    expect(isIdle()).toBe(false);
    heard.stop();
    await page.idle;
  });

  it("is never noticed where nobody asked for it", async () => {
    const page = await openPage();
    const first = await Promise.race([page.idle.then(() => "idle"), fetch(page.url).then(() => "answer")]);
    expect(first).toBe("answer");
  });
});
