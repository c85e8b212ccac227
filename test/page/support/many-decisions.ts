import { existsSync } from "node:fs";
import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Link } from "../../../src/decisions/rules/link.ts";
import { addDecision } from "../../../src/decisions/sql/decisions.ts";
import { storeLink, storeLinkReview } from "../../../src/decisions/sql/links.ts";
import { addOutcome } from "../../../src/decisions/sql/outcomes.ts";
import { startScreening } from "../../../src/shared/screening.ts";
import { DAY_MS } from "../../../src/shared/time.ts";
import { act, decision, screened } from "../../support/decisions.ts";
import { link } from "../../support/links.ts";
import { outcome } from "../../support/outcomes.ts";
import { EXAMPLE_PROJECT, type ExampleIds, writeMemory } from "./example-deps.ts";

const DOMAINS = [
  ...["api", "auth", "backend", "data", "database", "devops", "frontend", "infra"],
  ...["payments", "performance", "product", "security", "testing"],
];
const RELATIONS = ["refines", "depends_on", "contradicts"] as const;

/** The same numbers every time, so that every run draws the same. */
function numbers(): (below: number) => number {
  let state = 42;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** In memory where the system has such a place: thousands of writes that each wait for a disk take minutes. */
const FAST = "/dev/shm";

/** A memory of a large team over two years: every sixth decision replaces another, every fifth has a link. */
export async function seedMany(home: string, count: number, now = new Date()): Promise<ExampleIds> {
  const folder = await mkdtemp(join(existsSync(FAST) ? FAST : tmpdir(), "membria-many-"));
  try {
    const ids = await writeMany(folder, count, now);
    await cp(folder, home, { recursive: true });
    return ids;
  } finally {
    await rm(folder, { recursive: true });
  }
}

function writeMany(home: string, count: number, now: Date): Promise<ExampleIds> {
  return writeMemory(home, async (deps) => {
    const upTo = numbers();
    const byDomain = new Map<string, string[]>();
    const ids = new Map<string, string>();
    const by = deps.callBy().actor;
    const words = startScreening(deps.secrets);
    for (let i = 0; i < count; i++) {
      const at = new Date(now.getTime() - 730 * DAY_MS * (1 - i / count));
      const domain = DOMAINS[upTo(DOMAINS.length)] as string;
      const earlier = byDomain.get(domain) ?? [];
      const id = `dec_many${String(i).padStart(6, "0")}`;
      const statement = `Decision ${i} about ${domain}: take way ${upTo(9) + 1} and leave the others`;
      const replaced =
        upTo(6) === 0 ? earlier.splice(-1 - upTo(Math.min(12, earlier.length)), 1)[0] : undefined;
      await addDecision(
        deps.memory,
        {
          decision: decision({
            id,
            project: EXAMPLE_PROJECT,
            statement,
            domain,
            createdAt: at,
            confidence: 0.5 + upTo(50) / 100,
          }),
          ...(replaced !== undefined && { supersedes: [{ ref: replaced, linkId: `lnk_r${i}` }] }),
          supersedesBecause: words.text("reason", "It worked better elsewhere"),
        },
        act(at, by),
      );
      if (upTo(5) === 0 && earlier.length > 0) {
        const to = earlier[upTo(earlier.length)] as string;
        const made: Link = link({
          id: `lnk_m${i}`,
          project: EXAMPLE_PROJECT,
          from: id,
          to,
          relation: RELATIONS[upTo(3)] as "refines",
          proposedAt: at,
        });
        await storeLink(deps.memory, made, act(at, by));
        if (i < count - 40)
          await storeLinkReview(
            deps.memory,
            EXAMPLE_PROJECT,
            made.id,
            { verdict: "approved", by: by.author, client: screened("test"), how: "typed", at },
            act(at, by),
          );
      }
      if (upTo(2) === 0)
        await addOutcome(
          deps.memory,
          EXAMPLE_PROJECT,
          id,
          outcome([0, 0.5, 1, 1][upTo(4)] as number),
          act(at, by),
        );
      byDomain.set(domain, [...earlier, id]);
      ids.set(statement, id);
    }
    return ids;
  });
}
