import { describe, expect, it } from "vitest";
import { AUDIT_GENESIS, type AuditEntry, chainHash, digestOf } from "../../../src/domain/log/audit.ts";

const ENTRY: AuditEntry = {
  seq: 1,
  at: new Date("2026-02-12T10:30:00Z"),
  action: "decision.captured",
  kind: "decision",
  subject: "dec_abc",
  project: "shop",
  authorKind: "agent",
  author: "claude-code",
  client: "claude-code/2.1",
  digest: digestOf("salt", "content"),
};

/** A field that is missing here does not compile. */
const OTHERWISE: Required<AuditEntry> = {
  seq: 2,
  at: new Date("2026-02-12T10:30:00.001Z"),
  action: "decision.updated",
  kind: "outcome",
  subject: "dec_abd",
  project: "depot",
  authorKind: "human",
  author: "codex",
  client: "claude-code/2.2",
  digest: digestOf("salt", "other content"),
};

describe("the audit chain", () => {
  it("begins with a hash of zeros", () => {
    expect(AUDIT_GENESIS).toMatch(/^0{64}$/);
  });

  it("gives the same entry the same hash", () => {
    expect(chainHash(AUDIT_GENESIS, ENTRY)).toMatch(/^[0-9a-f]{64}$/);
    expect(chainHash(AUDIT_GENESIS, { ...ENTRY })).toBe(chainHash(AUDIT_GENESIS, ENTRY));
  });

  it.each(Object.keys(OTHERWISE) as (keyof AuditEntry)[])("detects a changed %s", (field) => {
    expect(chainHash(AUDIT_GENESIS, { ...ENTRY, [field]: OTHERWISE[field] })).not.toBe(
      chainHash(AUDIT_GENESIS, ENTRY),
    );
  });

  it("covers the entry before, so that none can be removed or swapped", () => {
    const second = { ...ENTRY, seq: 2 };
    const whole = chainHash(chainHash(AUDIT_GENESIS, ENTRY), second);
    expect(chainHash(AUDIT_GENESIS, second)).not.toBe(whole);
    expect(chainHash(chainHash(AUDIT_GENESIS, second), ENTRY)).not.toBe(whole);
  });

  it("does not let text move from one field to its neighbour", () => {
    const one = chainHash(AUDIT_GENESIS, { ...ENTRY, author: "a", client: "bc" });
    expect(chainHash(AUDIT_GENESIS, { ...ENTRY, author: "ab", client: "c" })).not.toBe(one);
  });
});

describe("the digest of a content", () => {
  it("can only be checked with the salt", () => {
    expect(digestOf("one", "content")).toBe(digestOf("one", "content"));
    expect(digestOf("two", "content")).not.toBe(digestOf("one", "content"));
    expect(digestOf("one", "other")).not.toBe(digestOf("one", "content"));
  });

  it("does not contain the content", () => {
    expect(digestOf("salt", "content")).toMatch(/^[0-9a-f]{64}$/);
  });
});
