import { describe, expect, it } from "vitest";
import {
  AUDIT_GENESIS,
  CHAIN_FORMAT,
  type ChainedEntry,
  digestOf,
  chainHash as hashOrUnknown,
} from "../../../src/store/log/audit.ts";

const ENTRY: ChainedEntry = {
  chain: CHAIN_FORMAT,
  seq: 1,
  at: Date.parse("2026-02-12T10:30:00Z"),
  action: "decision.captured",
  kind: "decision",
  subject: "dec_abc",
  refs: null,
  project: "shop",
  origin: "mem_one",
  originSeq: 1,
  authorKind: "agent",
  author: "claude-code",
  person: null,
  client: "claude-code/2.1",
  key: null,
  version: 1,
  digest: digestOf("salt", "content"),
};

/** A field that is missing here does not compile. */
const OTHERWISE: Required<ChainedEntry> = {
  chain: 1,
  seq: 2,
  at: Date.parse("2026-02-12T10:30:00.001Z"),
  action: "decision.updated",
  kind: "outcome",
  subject: "dec_abd",
  refs: '["dec_abe"]',
  project: "depot",
  origin: "mem_two",
  originSeq: 2,
  authorKind: "human",
  author: "codex",
  person: "per_one",
  client: "claude-code/2.2",
  key: "key_one",
  version: 2,
  digest: digestOf("salt", "other content"),
};

const chainHash = (previous: string, entry: ChainedEntry): string => hashOrUnknown(previous, entry) as string;

describe("the audit chain", () => {
  it("begins with a hash of zeros", () => {
    expect(AUDIT_GENESIS).toMatch(/^0{64}$/);
  });

  it("gives the same entry the same hash", () => {
    expect(chainHash(AUDIT_GENESIS, ENTRY)).toMatch(/^[0-9a-f]{64}$/);
    expect(chainHash(AUDIT_GENESIS, { ...ENTRY })).toBe(chainHash(AUDIT_GENESIS, ENTRY));
  });

  it.each(Object.keys(OTHERWISE) as (keyof ChainedEntry)[])("detects a changed %s", (field) => {
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

describe("an entry of version 0.1.0", () => {
  const OF_FIRST_RELEASE: ChainedEntry = { ...ENTRY, chain: 1 };

  it("keeps the hash that it was written with", () => {
    expect(chainHash(AUDIT_GENESIS, OF_FIRST_RELEASE)).toBe(
      "9dacb8b2eb70a98cd2bf4628d88e2be4f0eb1dffd341fc80fc07cec5bee8e7e2",
    );
  });

  it("has none of the fields that came later in its hash", () => {
    const later = { refs: "[]", origin: "mem_x", originSeq: 9, person: "per_x", key: "key_x", version: 9 };
    expect(chainHash(AUDIT_GENESIS, { ...OF_FIRST_RELEASE, ...later })).toBe(
      chainHash(AUDIT_GENESIS, OF_FIRST_RELEASE),
    );
  });

  it("of a format that is not known yet has no hash that could be compared", () => {
    expect(hashOrUnknown(AUDIT_GENESIS, { ...ENTRY, chain: CHAIN_FORMAT + 1 })).toBeUndefined();
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
