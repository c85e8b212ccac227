import { createHash } from "node:crypto";
import type { ChangeHeader } from "../../src/team/rules/member-change.ts";
import type { OfferedChange, Projection } from "../../src/team/rules/team-log.ts";
import { madeUpDecisions } from "../made-up-decisions.ts";

const id = (prefix: string, n: number): string => `${prefix}_0${n.toString(36).padStart(16, "0")}`;
const hex = (text: string): string => createHash("sha256").update(text).digest("hex");
const AT = Date.UTC(2026, 0, 1);

/**
 * What a team would share, one change after the other: of ten, four capture a decision, three record an outcome, one a
 * signal, and two make links or change the standing of a decision. Header, signature and parts have the fields and the
 * lengths of real ones, about a kilobyte.
 */
export function madeUpChanges(origin: string, seed: number): () => OfferedChange {
  const next = madeUpDecisions(seed);
  let seq = 0;
  return () => {
    seq += 1;
    const { statement, reasoning, alternatives, assumptions, confidence } = next();
    const kind = kindOf(seq);
    const subject = id(kind === "decision" ? "dec" : "out", seq);
    const args =
      kind === "decision"
        ? { statement, reasoning, alternatives, assumptions, confidence }
        : { decision: id("dec", seq - 1), status: "success", score: confidence ?? 0.5, lessons: [statement] };
    const salt = hex(`${origin}${seq}`).slice(0, 32);
    const digest = hex(`${salt}${JSON.stringify(args)}`);
    const header: ChangeHeader = {
      ...{ format: 1, team: "team_4f1c2a9b7d3e", origin, seq, at: AT + seq * 1_000 },
      ...{ action: `${kind}.recorded`, kind, subject, refs: [id("dec", seq - 1)] },
      author: { kind: "agent", name: "claude-code", person: "per_0mzk3v9c0a1b2c3d4" },
      ...{ client: "claude-code/2.1.0", version: 3 },
      parts: [{ digest, about: [subject] }],
    };
    const signature = Buffer.from(hex(digest) + hex(salt), "hex").toString("base64");
    return {
      origin,
      seq,
      header: JSON.stringify(header),
      signature,
      parts: [{ about: [subject], digest, salt, args }],
    };
  };
}

function kindOf(n: number): "decision" | "outcome" | "signal" | "link" {
  const turn = n % 10;
  if (turn < 4) return "decision";
  if (turn < 7) return "outcome";
  return turn === 7 ? "signal" : "link";
}

type Rows = Omit<Projection, "lifeId" | "from" | "to">;

/** What the entries after `from`, up to `to`, leave in the projection; with one skill for a hundred decisions so far. */
export function madeUpRows(from: number, to: number): Rows {
  const entries = Array.from({ length: to - from }, (_, i) => from + 1 + i);
  const of = (kind: ReturnType<typeof kindOf>): number[] => entries.filter((n) => kindOf(n) === kind);
  /** One of the decisions before it. */
  const decisionBefore = (n: number, back: number): string =>
    id("dec", Math.max(0, Math.floor(n / 10) - back) * 10 + (n % 4));
  return {
    decisions: of("decision").map((n) => ({
      ...{
        id: id("dec", n),
        domain: ["database", "auth", "api", "deployment"][n % 4] ?? "",
        standing: "active",
      },
      ...{
        progress: "executed",
        author: "per_0mzk3v9c0a1b2c3d4",
        at: AT + n * 1_000,
        confidence: (n % 101) / 100,
      },
      ...{
        outcome: n % 4 < 3 ? id("out", n - (n % 10) + 4 + (n % 3)) : undefined,
        linkedPr: n % 3 === 0,
        prevented: [],
      },
    })),
    outcomes: of("outcome").map((n) => ({
      ...{ id: id("out", n), decision: decisionBefore(n, 0), status: "success", score: (n % 101) / 100 },
      ...{ at: AT + n * 1_000, withdrawn: false, lessons: n % 2 },
    })),
    signals: of("signal").map((n) => ({
      ...{
        id: id("sig", n),
        decision: decisionBefore(n, 0),
        type: "ci_passed",
        valence: "positive",
        at: AT + n * 1_000,
      },
    })),
    links: of("link").map((n) => ({
      ...{ id: id("lnk", n), from: decisionBefore(n, 0), to: decisionBefore(n, 1) },
      ...{ relation: n % 2 ? "supersedes" : "refines", state: "active" },
    })),
    skills: Array.from({ length: Math.floor(to / 250) }, (_, i) => ({
      ...{ id: id("dec", i * 250), kind: "skill" as const },
      decisions: Array.from({ length: 10 }, (__, j) => id("dec", i * 250 + j * 10)),
    })),
    gone: [],
  };
}
