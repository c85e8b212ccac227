import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CHECKPOINT_PARTS,
  type CheckpointPart,
  readContinuity,
} from "../../../src/sessions/rules/continuity.ts";
import { CHECKPOINT_EXAMPLE } from "../../support/mama-example.ts";

const NEXT =
  "🚦 Next Agent Briefing\n- DoD: Auth middleware rejects invalid tokens\n- Quick checks: npm test auth";

const read = (summary: string, next = "") => readContinuity(summary, next);
const statuses = (...claims: string[]) =>
  read(`# Evidence\n${claims.map((claim) => `- ${claim}`).join("\n")}`).claims.map(({ status }) => status);

describe("the truthful-continuity format", () => {
  it("is parsed into its four parts", () => {
    const { goal, claims, unfinished, briefing, missing } = read(CHECKPOINT_EXAMPLE.summary, NEXT);
    expect(goal).toBe(
      "- Goal: Finish auth middleware\n- Progress: Validation added, JWT refresh TODO (blocked by spec)",
    );
    expect(claims).toEqual([
      {
        text: "File `packages/api/auth.js` status: Verified via unit test `npm test auth`",
        status: "verified",
      },
      { text: "Command `npm test auth` status: Verified", status: "verified" },
      { text: "Command `npm run e2e` status: Not run (takes 10m)", status: "not_run" },
    ]);
    expect(unfinished).toContain("Risk: Logging still prints");
    expect(briefing).toBe(NEXT);
    expect(missing).toEqual([]);
  });

  it.each([
    [
      "numbered, as the argument's description has it",
      "1. 🎯 Goal & Progress: ship it\n2. ✅ Evidence & Verification: `npm test` Verified\n3. ⏳ Unfinished & Risks: none\n4. 🚦 Next Agent Briefing: go on",
    ],
    [
      "bold",
      "**Goal & Progress**\nship it\n**Evidence**\n- x: Verified\n**Unfinished & Risks**\nnone\n**Next steps**\ngo on",
    ],
    [
      "deep headings in capitals",
      "### GOAL\nship it\n### EVIDENCE\n- x [Verified]\n### UNFINISHED\nnone\n### BRIEFING\ngo on",
    ],
    ["labels", "Goal: ship it\nEvidence: x verified\nRisks: none\nNext steps: go on"],
    [
      "bullets, when all of them are",
      "- Goal: ship it\n- Evidence: x verified\n- Unfinished: none\n- DoD: go on",
    ],
    [
      "emoji with bold titles",
      "🎯 **Goal & Progress**\nship it\n✅ **Evidence**\n- x Verified\n⏳ **Unfinished & Risks**\nnone\n🚦 **Next Agent Briefing**\ngo on",
    ],
    [
      "a heading by its emoji",
      "# 🎯 What we want\nship it\n# ✅ What we know\n- x Verified\n# ⏳ What is left\nnone\n# 🚦 Afterwards\ngo on",
    ],
    [
      "with emoji on one line",
      "🎯 Goal & Progress: ship it ✅ Evidence: `npm test` Verified ⏳ Unfinished & Risks: none 🚦 Next Agent Briefing: go on",
    ],
    [
      "with emoji and without colons on one line",
      "# 🎯 Goal & Progress ship it # ✅ Evidence `npm test` Verified # ⏳ Unfinished & Risks none # 🚦 Next Agent Briefing go on",
    ],
    [
      "as labels on one line",
      "Goal & Progress: ship it. Evidence: x verified. Unfinished & Risks: none. Next steps: go on",
    ],
    ["bold on one line", "**Goal:** ship it **Evidence:** x verified **Risks:** none **Next steps:** go on"],
    [
      "numbered on one line",
      "1. Goal: ship it 2. Evidence: x verified 3. Unfinished: none 4. Next Agent Briefing: go on",
    ],
    [
      "after line breaks that are spelled out",
      String.raw`# 🎯 Goal & Progress\nship it\n\n# ✅ Evidence\n- x Verified\n# ⏳ Unfinished & Risks\nnone\n# 🚦 Next Agent Briefing\ngo on`,
    ],
    [
      "without emoji after line breaks that are spelled out",
      String.raw`Goal & Progress:\nship it\r\nEvidence:\n- x Verified\nRisks:\nnone\nNext steps:\ngo on`,
    ],
    [
      "two on a line of several",
      "🎯 Goal & Progress: ship it ✅ Evidence: x Verified\n⏳ Unfinished & Risks: none 🚦 Next Agent Briefing: go on",
    ],
  ])("may have its headings %s", (_, summary) => {
    const { goal, claims, unfinished, briefing, missing } = read(summary);
    expect(missing).toEqual([]);
    expect([goal, unfinished, briefing]).toEqual([
      expect.stringContaining("ship it"),
      expect.stringContaining("none"),
      expect.stringContaining("go on"),
    ]);
    expect(claims.map(({ status }) => status)).toEqual(["verified"]);
  });

  it("does not take an item for a heading", () => {
    const { goal, claims } = read(
      "# Goal & Progress\n- ✅ Validation added\n- Risk: late\n- Evidence of the need: tickets\n# Evidence\n- a: Verified",
    );
    expect(goal.split("\n")).toHaveLength(3);
    expect(claims).toHaveLength(1);
  });

  it("does not take words of a sentence, or of a line that is no heading, for headings", () => {
    const { goal, missing } = read(
      "Goal: find evidence: three tickets, list the risks: none yet\nWe met. Risks: late. Evidence: none",
    );
    expect(goal).toContain("three tickets, list the risks: none yet\nWe met. Risks: late");
    expect(missing).toEqual(["Evidence", "Unfinished & Risks", "Next Agent Briefing"]);
  });

  it("does not break a path at a backslash and an n", () => {
    expect(read(String.raw`Goal: move C:\new\notes`).goal).toBe(String.raw`move C:\new\notes`);
  });

  it("keeps every word of a line that it breaks", () => {
    const { sections } = read("🎯 Goal: a | ✅ Evidence: b | ⏳ Risks: c | 🚦 Briefing: d");
    expect(sections.flatMap(({ lines }) => lines).join(" ")).toBe(
      "🎯 Goal: a | ✅ Evidence: b | ⏳ Risks: c | 🚦 Briefing: d",
    );
  });

  it("does not read headings inside code", () => {
    const { goal, missing } = read("# Goal\n```sh\n# Evidence\nls\n```\nstill the goal");
    expect(goal).toContain("still the goal");
    expect(missing).toContain("Evidence");
  });

  it("keeps text under other headings apart, and subheadings in place", () => {
    const { sections, unfinished } = read("# Unfinished\n- x\n## Details\n- y\n# Thanks\n- z");
    expect(unfinished).toBe("- x\n## Details\n- y");
    expect(sections.at(-1)).toMatchObject({ part: undefined, text: "# Thanks\n- z" });
  });

  it("treats an empty part as missing", () => {
    expect(read("# Goal\n\n# Evidence\n- x\n# Unfinished\n- y", "z").missing).toEqual(["Goal & Progress"]);
  });

  it("takes the briefing from the next steps, whatever their wording", () => {
    expect(read("", "Run the tests").missing).not.toContain("Next Agent Briefing");
  });
});

describe("the status of evidence", () => {
  it.each([
    ["Verified", "verified"],
    ["VERIFIED", "verified"],
    ["✅ npm test", "verified"],
    ["npm test [Verified]", "verified"],
    ["npm test (not run)", "not_run"],
    ["npm test: Not-run", "not_run"],
    ["npm test not yet verified", "not_run"],
    ["npm test unverified", "not_run"],
    ["the cache is warm — Assumed", "assumed"],
    ["status: Assumed, was verified last week", "assumed"],
    ["status: Verified (we assumed otherwise before)", "verified"],
    ["npm test", undefined],
  ])("of %j is %s", (claim, status) => {
    expect(statuses(claim)).toEqual([status]);
  });

  it("is the weakest if a claim has several status words", () => {
    expect(statuses("build verified, e2e not run", "verified on a laptop, assumed for CI")).toEqual([
      "not_run",
      "assumed",
    ]);
  });

  it("applies to a claim with everything indented under it", () => {
    const { claims } = read(
      "# Evidence\n- build\n  - log: ci/42\n  status: Verified\n- lint: Not run\n\nplain words",
    );
    expect(claims.map(({ status }) => status)).toEqual(["verified", "not_run", undefined]);
    expect(claims[0]?.text).toContain("ci/42");
  });
});

const heading = fc.constantFrom(
  ...[
    "# 🎯 Goal & Progress",
    "## Evidence",
    "1. ⏳ Unfinished & Risks:",
    "**Next steps**",
    "- Goal: a",
    "# Other",
    "```",
  ],
);
const line = fc.oneof(
  heading,
  fc.string({ unit: "grapheme", maxLength: 30 }).map((text) => text.replaceAll("\n", " ")),
);
const summaries = fc.array(line, { maxLength: 20 }).map((lines) => lines.join("\n"));

describe("reading a checkpoint", () => {
  it("never loses a line of the summary", () => {
    fc.assert(
      fc.property(summaries, (summary) => {
        const { sections } = read(summary);
        expect(sections.flatMap(({ lines }) => lines).join("\n")).toBe(summary);
      }),
    );
  });

  it("never loses a word of the evidence", () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom("- a", "  - b", "c", "", "* d", "1. e", "   f"), { maxLength: 12 }),
        (lines) => {
          const words = (text: string): string[] => text.match(/[a-f]/g) ?? [];
          const { claims } = read(`# Evidence\n${lines.join("\n")}`);
          expect(words(claims.map(({ text }) => text).join("\n"))).toEqual(words(lines.join("\n")));
        },
      ),
    );
  });

  it("names as missing exactly the parts without text", () => {
    fc.assert(
      fc.property(fc.subarray([...CHECKPOINT_PARTS]), (parts: CheckpointPart[]) => {
        const summary = parts.map((part) => `# ${part}\n- something`).join("\n");
        expect(read(summary).missing).toEqual(CHECKPOINT_PARTS.filter((part) => !parts.includes(part)));
      }),
    );
  });

  it("takes time proportional to the length of the text", () => {
    // So long that quadratic work would exceed the time limit of a test.
    const hard = `${"- **🎯 goal ".repeat(20_000)}\n${"# ".repeat(100_000)}\n${"status: ".repeat(30_000)}\n${" ".repeat(90_000)}x`;
    expect(read(`# Evidence\n${hard}`).missing).not.toContain("Evidence");
  });
});
