import * as z from "zod";
import type { SkillDeps } from "../../learning/index.ts";
import { projectsWithSkills, rebuildSkillsOf } from "../../learning/index.ts";
import { activeModel, embedPending, pendingEmbeddings } from "../../recall/index.ts";
import { Fault, type Notice } from "../../shared/errors.ts";
import { actOf, type Call, defineOperation } from "../../shared/operations/operation.ts";
import { otherCopies } from "../../store/file/file-copies.ts";
import type { Coverage, Rebuilt, RebuiltTables } from "../../store/log/store-health.ts";
import { checkCoverage } from "../sql/coverage.ts";
import { rebuildDerived } from "../sql/rebuild-derived.ts";

/** How long each step took, in milliseconds. */
type Took = Record<"check" | "tables" | "vectors" | "skills", number>;

export const rebuildMemory = defineOperation({
  name: "rebuild-memory",
  summary: "Make everything that is derived from the decisions and outcomes again.",
  effect: "update",
  role: "admin",
  input: z.strictObject({}),
  async run(_, deps: SkillDeps, call) {
    const took: Took = { check: 0, tables: 0, vectors: 0, skills: 0 };
    const timed = async <T>(step: keyof Took, work: () => Promise<T>): Promise<T> => {
      call.signal.throwIfAborted();
      const start = deps.clock.now().getTime();
      const result = await work();
      took[step] = deps.clock.now().getTime() - start;
      return result;
    };
    const { changes } = await timed("check", () => requireCoverage(deps, call));
    const embedder = await embedderOfMemory(deps);
    const tables = await timed("tables", () =>
      rebuildDerived(deps.memory, embedder !== undefined, actOf(deps, call), (done, total) =>
        call.progress(done, total, "memories indexed"),
      ),
    );
    const { embedded, notices } = await timed("vectors", () => embedAgain(embedder, deps, call));
    const skills = await timed("skills", () => rebuildSkills(deps, call));
    const rebuilt: RebuiltTables & { readonly skills: Rebuilt } = {
      ...tables,
      vectors: { rows: embedded, mended: tables.vectors.mended },
      skills,
    };
    return {
      changes,
      rebuilt,
      wasInOrder: Object.values(rebuilt).every(({ mended }) => mended === 0),
      pending: await pendingEmbeddings(deps.memory),
      took,
      notices,
    };
  },
});

/** Only what is said can be made again from, so the log has to have all of it. */
async function requireCoverage({ memory }: SkillDeps, call: Call): Promise<Coverage> {
  const coverage = await checkCoverage(memory, (done, total) => call.progress(done, total, "log checked"));
  const { problem, uncovered } = coverage;
  if (problem === undefined && uncovered.length === 0) return coverage;
  const named = uncovered.map(({ what, id, how }) => `${what} ${id} (${how})`).join(", ");
  const why =
    problem === undefined ? `it does not match ${named}` : `after ${coverage.changes} entries, ${problem}`;
  const newest = (await otherCopies(memory)).at(-1);
  throw new Fault(
    "conflict",
    `The log is not enough to make this memory again: ${why}. Nothing was rebuilt or changed.`,
    {
      reason: "log_incomplete",
      hint: `Somebody or something changed the file outside Membria. ${
        newest === undefined
          ? "Put a copy that you trust in its place."
          : `Put a copy that you trust in its place, such as ${newest}.`
      } Or start a new memory with an export of this one.`,
      remedies: [{ remedy: "export-json" }],
    },
  );
}

/** Undefined if the vectors of this memory cannot be made again here. */
async function embedderOfMemory({ memory, meaning }: SkillDeps) {
  const [embedder, active] = [await meaning.embedder(), await activeModel(memory)];
  return active === undefined || embedder?.model === active ? embedder : undefined;
}

async function embedAgain(
  embedder: Awaited<ReturnType<typeof embedderOfMemory>>,
  deps: SkillDeps,
  call: Call,
): Promise<{ readonly embedded: number; readonly notices: readonly Notice[] }> {
  if (!embedder) {
    const kept = (await activeModel(deps.memory)) !== undefined;
    return {
      embedded: 0,
      notices: kept
        ? ["The model of this memory is not available here, so its vectors were kept as they are."]
        : [],
    };
  }
  try {
    const embedded = await embedPending(deps, embedder, call.signal, ({ done, left }) =>
      call.progress(done, done + left, "decisions embedded"),
    );
    return { embedded: embedded.length, notices: [] };
  } catch (error) {
    call.signal.throwIfAborted();
    deps.log.error("Embedding during a rebuild failed", { error });
    const text = `Not all decisions were embedded again: ${Fault.from(error).message} Until then they keep their vectors.`;
    return { embedded: 0, notices: [text] };
  }
}

async function rebuildSkills(deps: SkillDeps, call: Call): Promise<Rebuilt> {
  const sum = { rows: 0, mended: 0 };
  for (const project of await projectsWithSkills(deps.memory)) {
    const rebuilt = await rebuildSkillsOf(project, deps, call);
    sum.rows += rebuilt.rows;
    sum.mended += rebuilt.mended;
  }
  return sum;
}
