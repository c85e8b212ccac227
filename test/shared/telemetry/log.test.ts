import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Fault } from "../../../src/shared/errors.ts";
import { secretScanner } from "../../../src/shared/secrets/secret-scanner.ts";
import { createLog, type LogOptions } from "../../../src/shared/telemetry/log.ts";

function recording(options: Partial<LogOptions> = {}) {
  const written: string[] = [];
  const log = createLog({
    level: "debug",
    write: (entry) => written.push(entry),
    format: "json",
    clock: { now: () => new Date("2025-11-25T12:34:56.789Z") },
    secrets: secretScanner({ strict: true }),
    home: "/home/user",
    requestId: "process-1",
    ...options,
  });
  return { log, written, entries: () => written.map((entry) => JSON.parse(entry)) };
}

const SAVED = {
  tool: "save_decision",
  topic: "auth_strategy",
  decisionId: "decision_auth_strategy_123456_abc",
  duration_ms: 45,
};

describe("Entries about what went well", () => {
  it("are written after what waits, in their order, and before anything that went wrong", () => {
    const waiting: (() => void)[] = [];
    let minute = 0;
    const { log, entries } = recording({
      later: (work) => waiting.push(work),
      clock: { now: () => new Date(Date.UTC(2025, 10, 25, 12, minute++)) },
    });
    const messages = () => entries().map(({ message, timestamp }) => `${message} ${timestamp.slice(14, 16)}`);
    log.info("one");
    log.with({ requestId: "req-2" }).debug("two");
    expect(messages()).toEqual([]);
    expect(waiting).toHaveLength(1);
    log.warn("three");
    expect(messages()).toEqual(["one 00", "two 01", "three 02"]);
    log.info("four");
    for (const work of waiting) work();
    expect(messages().at(-1)).toBe("four 03");
    log.info("five");
    log.flush();
    expect(messages().at(-1)).toBe("five 04");
  });
});

describe("the JSON format", () => {
  it("is one line with exactly the fields of the document, in its order", () => {
    const { log, written } = recording();
    log
      .with({ requestId: "req-uuid-123", sessionId: "session-uuid-456" })
      .info("Decision saved successfully", SAVED);
    expect(written).toEqual([
      `{"level":"info","timestamp":"2025-11-25T12:34:56.789Z","requestId":"req-uuid-123",` +
        `"sessionId":"session-uuid-456","message":"Decision saved successfully",` +
        `"meta":${JSON.stringify(SAVED)}}\n`,
    ]);
  });

  it("always has a request id, and leaves out empty fields", () => {
    const { log, entries } = recording();
    log.warn("Starting", {});
    expect(entries()).toEqual([
      { level: "warn", timestamp: "2025-11-25T12:34:56.789Z", requestId: "process-1", message: "Starting" },
    ]);
  });

  it("keeps bound fields when more are bound, and leaves the parent as it was", () => {
    const { log, entries } = recording();
    const session = log.with({ sessionId: "s1" });
    session.with({ requestId: "r1" }).info("both");
    session.info("session");
    log.info("none");
    expect(entries().map((entry) => [entry.requestId, entry.sessionId])).toEqual([
      ["r1", "s1"],
      ["process-1", "s1"],
      ["process-1", undefined],
    ]);
  });

  it("stays one line whatever the text", () => {
    const { log, written } = recording();
    log.info("two\nlines", { note: "a\r\nb\u2028c" });
    expect(written.join("").match(/\n/g)).toHaveLength(1);
  });
});

describe("the human-readable format", () => {
  it("is the console form of the document", () => {
    const { log, written } = recording({ format: "human" });
    const { tool: _tool, ...meta } = SAVED;
    log.with({ requestId: "req-uuid-123" }).info("Decision saved successfully", meta);
    expect(written.join("")).toBe(
      [
        "[2025-11-25 12:34:56] INFO [req-uuid-123] Decision saved successfully",
        "  topic: auth_strategy",
        "  decisionId: decision_auth_strategy_123456_abc",
        "  duration: 45ms",
        "",
      ].join("\n"),
    );
  });

  it("indents nested values and the stack of an error", () => {
    const { log, written } = recording({ format: "human" });
    const error = new Error("boom");
    error.stack = "Error: boom\n    at /home/user/a.ts:1:2";
    log.error("It failed", { tags: ["a", "b"], none: {}, error, fatal: true });
    expect(written.join("")).toBe(
      [
        "[2025-11-25 12:34:56] ERROR [process-1] It failed",
        "  tags: a, b",
        "  none: {}",
        "  error:",
        "    name: Error",
        "    message: boom",
        "    stack:",
        "      Error: boom",
        "          at ~/a.ts:1:2",
        "  fatal: true",
        "",
      ].join("\n"),
    );
  });

  it("escapes text that could forge an entry or control the terminal", () => {
    const { log, written } = recording({ format: "human" });
    log.info("one\n[2025-11-25 12:34:56] ERROR [x] forged\u001b[2J", { "a\nb": "c\rd" });
    expect(written.join("")).toBe(
      [
        "[2025-11-25 12:34:56] INFO [process-1] one",
        "  [2025-11-25 12:34:56] ERROR [x] forged\\u001b[2J",
        "  a b: c\\u000dd",
        "",
      ].join("\n"),
    );
  });
});

describe("levels", () => {
  it.each([
    ["debug", ["debug", "info", "warn", "error"]],
    ["info", ["info", "warn", "error"]],
    ["warn", ["warn", "error"]],
    ["error", ["error"]],
  ] as const)("%s writes it and what is above", (level, shown) => {
    const { log, entries } = recording({ level });
    log.debug("x");
    log.info("x");
    log.warn("x");
    log.error("x");
    expect(entries().map((entry) => entry.level)).toEqual(shown);
  });

  it("a fatal failure is an error with meta.fatal", () => {
    const { log, entries } = recording();
    log.error("The store cannot be opened", { fatal: true });
    expect(entries()).toMatchObject([{ level: "error", meta: { fatal: true } }]);
  });
});

describe("the contents of an entry", () => {
  it("masks the message, the ids and the meta in both formats", () => {
    for (const format of ["json", "human"] as const) {
      const { log, written } = recording({ format });
      log.with({ requestId: "Bearer secret1" }).info("Called by user@example.com with Bearer secret2", {
        token: "secret3",
        path: "/home/user/project",
        "Bearer secret4": "192.168.1.100",
      });
      expect(written.join("")).not.toMatch(/secret\d|user@|home|1\.100/);
      expect(written.join("")).toContain("u***@example.com with Bearer ****");
    }
  });

  it("has the stack and the causes of an error, and the fields of a fault", () => {
    const { log, entries } = recording();
    const cause = new RangeError("disk full");
    log.error("Tool failed", {
      error: new Fault("unavailable", "The store is read-only.", { hint: "Free space.", cause }),
    });
    expect(entries()[0].meta.error).toEqual({
      name: "Fault",
      message: "The store is read-only.",
      stack: expect.stringMatching(/^(?:Fault|Error): The store is read-only\.\n {4}at /),
      cause: { name: "RangeError", message: "disk full", stack: expect.any(String) },
      code: "unavailable",
      hint: "Free space.",
    });
  });

  it("cuts a text over 2,000 characters and says its length", () => {
    const { log, entries } = recording();
    log.info("m".repeat(3000), { note: "n".repeat(2001) });
    expect(entries()[0].message).toBe(`${"m".repeat(2000)}… [cut: 3000 characters]`);
    expect(entries()[0].meta.note).toBe(`${"n".repeat(2000)}… [cut: 2001 characters]`);
  });

  it("is one valid entry for every message and JSON value", () => {
    void fc.assert(
      fc.property(
        fc.string({ unit: "binary" }),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (message, meta) => {
          const { log, written, entries } = recording();
          log.info(message, meta);
          expect(written).toHaveLength(1);
          expect(entries()[0]).toMatchObject({ level: "info", requestId: "process-1" });
          const human = recording({ format: "human" });
          human.log.info(message, meta);
          expect(human.written.join("").split("\n").slice(1, -1)).toSatisfy((lines: string[]) =>
            lines.every((line) => line.startsWith("  ")),
          );
        },
      ),
    );
  });
});

describe("writing never throws", () => {
  it("whatever the writer does", () => {
    const { log } = recording({
      write: () => {
        throw new Error("EPIPE");
      },
    });
    expect(() => log.error("x")).not.toThrow();
  });

  it("keeps running when the reader of stderr is gone", async () => {
    const log = fileURLToPath(new URL("../../../src/shared/telemetry/log.ts", import.meta.url));
    const program = `
      import { createLog, streamWriter } from ${JSON.stringify(log)};
      const log = createLog({ level: "info", write: streamWriter(process.stderr), format: "json",
        clock: { now: () => new Date() }, secrets: { scan: () => [] }, home: "", requestId: "p" });
      log.info("before");
      process.stdin.once("data", () => {
        log.info("after");
        setImmediate(() => { log.info("again"); process.stdout.write("alive"); process.stdin.destroy(); });
      });`;
    const child = spawn(process.execPath, ["--import", "tsx", "--input-type=module", "-e", program]);
    const [first] = await once(child.stderr, "data");
    expect(JSON.parse(String(first))).toMatchObject({ message: "before" });
    child.stderr.destroy();
    await once(child.stderr, "close");
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stdin.write("go\n");
    const [code] = await once(child, "close");
    expect({ code, output }).toEqual({ code: 0, output: "alive" });
  });
});
