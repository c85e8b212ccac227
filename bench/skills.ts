import { join } from "node:path";
import { recordOutcome } from "../src/decisions/operations/record-outcome.ts";
import { reflectOnTargets } from "../src/decisions/operations/reflect.ts";
import { decisionPage } from "../src/decisions/sql/decisions.ts";
import type { Deps } from "../src/memory/deps.ts";
import { activateModel, saveVectors } from "../src/recall/sql/embeddings.ts";
import { type Call, perform } from "../src/shared/operations/operation.ts";
import { madeUpVectors } from "./made-up-vectors.ts";
import { callOf, growMemory, idsInOrder, judgingMadeUpVectors, openMemory, PROJECT } from "./memory.ts";
import { chart } from "./report.ts";
import { takeTurns, timedEach } from "./rounds.ts";
import { folder, smoke } from "./workplace.ts";

const SIZES = smoke ? [50, 200] : [1_000, 10_000];
const BLOCK = smoke ? 2 : 10;
const ROUNDS = smoke ? 2 : 15;
const SETTLED = smoke ? 20 : 300;
const DIMENSIONS = 384;
const MODEL = "made-up";
const WITH = "with the skill check";
const WITHOUT = "without";

for (const size of SIZES) {
  const home = join(folder, String(size));
  await growMemory(home, size, size);
  await addVectors(home, size);
  const wiring = judgingMadeUpVectors(await openMemory(home));
  const call = await callOf(wiring);
  const { items } = await decisionPage(wiring.memory, { scope: PROJECT }, size);
  let next = 0;
  const settle = async (deps: Deps, one: Call): Promise<void> => {
    const n = next++;
    const score = n % 3 === 0 ? 0 : 1;
    const status = score === 1 ? "success" : "failure";
    // Spread over the memory, so that they are not all on recently read pages.
    const { id } = items[(n * 7_919) % size]!;
    await perform(recordOutcome, { ref: id, status, score }, deps, one);
    await wiring.background.idle();
  };
  for (let i = 0; i < SETTLED; i++) await settle(wiring, call);
  const unlearned: Deps = {
    ...wiring,
    afterDecision: {
      ...wiring.afterDecision,
      async outcomeRecorded({ id, project, topic, topicStated }, one) {
        const target = topicStated ? topic : id;
        await reflectOnTargets({ targets: [target] }, wiring, { ...one, scope: project });
        return { notices: [] };
      },
    },
  };
  const samples = await takeTurns(
    [
      { name: WITHOUT, once: () => timedEach(BLOCK, () => settle(unlearned, call)) },
      { name: WITH, once: () => timedEach(BLOCK, () => settle(wiring, call)) },
    ],
    ROUNDS,
  );
  chart(`An outcome recorded among ${size} decisions`, samples, WITHOUT);
  await wiring.close();
}

async function addVectors(home: string, size: number): Promise<void> {
  const { memory } = await openMemory(home);
  const next = madeUpVectors(DIMENSIONS, size, 1);
  const ids = await idsInOrder(home);
  await activateModel(memory, MODEL);
  await saveVectors(
    memory,
    MODEL,
    ids.map((id) => ({ id, vector: next() })),
  );
  await memory.close();
}
