import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Fault } from "../../../src/shared/errors.ts";
import { eventually } from "../../support/eventually.ts";
import { type FalkorDb, freePort, startFalkorDb, WITH_FALKORDB } from "../../support/falkordb.ts";
import { FOREVER, offeredChange, openTeamLog, startOf } from "../../support/team-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** Short, so that tests of deadlines are short; a call still has to end far sooner than the time of a test. */
const patience = { call: 300, connect: 150 };
const open = (url: string, more: Partial<typeof patience> = {}) =>
  openTeamLog({ url, graph: "team", patience: { ...patience, ...more } });

async function failureOf(work: Promise<unknown>): Promise<Fault> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Fault)) throw new Error("It did not fail with a Fault.", { cause: error });
  return error;
}

const UNAVAILABLE = { code: "unavailable", reason: "graph_unavailable", retryAfter: expect.any(Number) };

/** Every call of the log, each of which must fail alike. */
const everyCall = (log: ReturnType<typeof open>): Promise<unknown>[] => [
  log.head(),
  log.begin(1, undefined),
  log.after({ lifeId: "x", entry: 0 }, 10),
  log.append([offeredChange("a", 1)], { lifeId: "x", entry: 0 }),
  log.erase({ records: ["dec_1"], changes: [] }),
  log.rewriteFiles(),
  log.report({ origin: "a", entry: 0, lifeId: "x" }, new Date(0)),
  log.machines(),
];

async function listen(onConnection: (socket: Socket) => void): Promise<Server & { url: string }> {
  const server = createServer(onConnection).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return Object.assign(server, {
    url: `redis://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
  });
}

describe("A server that", () => {
  it("is not there is unavailable, in every call", async () => {
    const closed = await listen(() => undefined);
    closed.close();
    const log = open(closed.url);
    for (const call of everyCall(log)) expect(await failureOf(call)).toMatchObject(UNAVAILABLE);
    await log.close();
  });

  it("accepts and never answers is unavailable in bounded time, with and without a password", async () => {
    const sockets: Socket[] = [];
    const silent = await listen((socket) => sockets.push(socket));
    for (const url of [silent.url, silent.url.replace("//", "//user:secret@")]) {
      const log = open(url);
      const failures = await Promise.all(everyCall(log).map(failureOf));
      for (const failure of failures) {
        expect(failure).toMatchObject(UNAVAILABLE);
        expect(`${failure.sentence}`).not.toContain("secret");
      }
      await log.close();
    }
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it("accepts and never answers is not waited for longer than a connection may take", async () => {
    const sockets: Socket[] = [];
    const silent = await listen((socket) => sockets.push(socket));
    const log = open(silent.url.replace("//", "//:secret@"), { call: 600_000 });
    expect(await failureOf(log.head())).toMatchObject(UNAVAILABLE);
    await log.close();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it.each([
    ["speaks HTTP", "HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n"],
    ["sends anything at all", "\u0000\u0001garbage\r\n\r\n+what\r\n"],
  ])("%s is unavailable", async (_, answer) => {
    const other = await listen((socket) => {
      socket.on("error", () => undefined);
      socket.on("data", () => socket.end(answer));
    });
    const log = open(other.url);
    expect(await failureOf(log.head())).toMatchObject(UNAVAILABLE);
    await log.close();
    other.close();
  });
});

describe("A FalkorDB that", WITH_FALKORDB, () => {
  let server: FalkorDb;
  beforeAll(async () => {
    server = await startFalkorDb({ password: "right" });
  });
  afterAll(() => server.remove());
  const withUser = (user: string) => server.url.replace("//", `//${user}@`);

  it.each([
    ["", "no password"],
    [":wrong", "a wrong password"],
    ["nobody:right", "a user that there is not"],
  ])("gets %j refuses", async (user) => {
    const log = open(user === "" ? server.url : withUser(user), FOREVER);
    const failure = await failureOf(log.head());
    expect(failure).toMatchObject({ code: "forbidden", reason: "graph_refused" });
    expect(failure.sentence).not.toMatch(/WRONGPASS|NOAUTH|wrong|nobody/);
    await log.close();
  });

  it("stands still is unavailable in bounded time, and is used again as soon as it goes on", async () => {
    const log = open(withUser(":right"), { call: 1_500, connect: 1_500 });
    const patient = open(withUser(":right"), FOREVER);
    const head = await patient.begin(1, undefined);
    await patient.close();
    server.pause();
    try {
      expect(await failureOf(log.head())).toMatchObject(UNAVAILABLE);
      const unsure = log.append([offeredChange("a", 1)], startOf(head));
      expect(await failureOf(unsure)).toMatchObject(UNAVAILABLE);
    } finally {
      server.resume();
    }
    // Whether the append above was applied, nobody knows; sent again, it is there once.
    await eventually(() => log.append([offeredChange("a", 1)], startOf(head)));
    await eventually(async () => expect(await log.head()).toMatchObject({ entries: 1 }));
    await log.close();
  });

  it("can be reached again is reached by a new connection, if the old one died without a word", async () => {
    const sockets: Socket[] = [];
    const way = await listen((socket) => {
      const onward = connect(server.port, "127.0.0.1");
      for (const end of [socket, onward]) end.on("error", () => undefined);
      socket.pipe(onward).pipe(socket);
      sockets.push(socket, onward);
    });
    const log = open(way.url.replace("//", "//:right@"), { call: 1_500, connect: 1_500 });
    await eventually(() => log.head());
    for (const socket of sockets) socket.unpipe().pause();
    expect(await failureOf(log.head())).toMatchObject(UNAVAILABLE);
    await eventually(() => log.head());
    await log.close();
    for (const socket of sockets) socket.destroy();
    way.close();
  });

  it("ends is unavailable, and is used again once it is back", async () => {
    const log = open(withUser(":right"), FOREVER);
    await log.begin(1, undefined);
    await server.kill();
    expect(await failureOf(log.head())).toMatchObject(UNAVAILABLE);
    await server.start();
    expect(await log.head()).toMatchObject({ life: 1 });
    await log.close();
  });

  it("has no memory left takes no changes, says so, and can still be read", async () => {
    const log = open(withUser(":right"), FOREVER);
    const head = (await log.head()) ?? (await log.begin(1, undefined));
    await server.command("CONFIG", "SET", "maxmemory", "1mb");
    try {
      const failure = await failureOf(log.append([offeredChange("b", 1)], startOf(head)));
      expect(failure).toMatchObject({ code: "limited", reason: "graph_full" });
      expect(failure.sentence).not.toContain("OOM");
      expect(await log.head()).toEqual(head);
      expect(await log.after(startOf(head), 10)).toMatchObject({ state: "read" });
    } finally {
      await server.command("CONFIG", "SET", "maxmemory", "0");
    }
    expect(await log.append([offeredChange("b", 1)], startOf(head))).toMatchObject({
      changes: [{ as: "new" }],
    });
    await log.close();
  });

  it("is used no more once the log was closed, not even by what was under way", async () => {
    const log = open(withUser(":right"), FOREVER);
    await log.head();
    const underWay = failureOf(log.head());
    await log.close();
    expect(await underWay).toMatchObject(UNAVAILABLE);
    expect(await failureOf(log.head())).toMatchObject(UNAVAILABLE);
    await log.close();
  });

  it("encrypts is not trusted with a certificate that nobody vouches for", async ({ skip }) => {
    const folder = await temporaryFolder();
    const [key, cert, port] = [folder.file("key.pem"), folder.file("cert.pem"), await freePort()];
    try {
      const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", "/CN=localhost"];
      execFileSync("openssl", ["req", "-x509", ...kind, "-nodes", "-keyout", key, "-out", cert], {
        stdio: "ignore",
      });
    } catch {
      skip("openssl is not here to make a certificate");
    }
    const files = [`tls-cert-file ${cert}`, `tls-key-file ${key}`, `tls-ca-cert-file ${cert}`];
    const encrypted = await startFalkorDb({ config: [`tls-port ${port}`, "tls-auth-clients no", ...files] });
    const log = open(`rediss://localhost:${port}`, FOREVER);
    const failure = await failureOf(log.head());
    expect(failure).toMatchObject(UNAVAILABLE);
    expect(failure.cause).toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
    await log.close();
    await encrypted.remove();
    await folder.remove();
  });
});
