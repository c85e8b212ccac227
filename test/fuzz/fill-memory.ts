import { runProgram } from "../support/run-program.ts";
import { startServer } from "../support/stdio-client.ts";
import { ERASED_WORD, OTHER_PROJECTS_WORD } from "./check-reply.ts";
import type { FuzzOptions } from "./fuzz-run.ts";
import { sentence } from "./odd-values.ts";
import { randomOfCase } from "./random.ts";
import type { ListedTool, World } from "./world.ts";

const PROJECT = "fuzz/shop";
const OTHER_PROJECT = "fuzz/bank";
const DECISIONS = 240;
const OF_OTHER_PROJECT = 40;
const ERASED = 4;

/** All ids of records in a value. */
export const idsIn = (value: unknown): string[] =>
  [...JSON.stringify(value ?? null).matchAll(/"((?:dec|chk|ins|lnk|prop|out|sig)_\w+)"/g)].map(
    ([, id]) => id as string,
  );

/** A memory with some of everything, and what its server offers. */
export async function fillMemory(
  home: string,
  { seed, embedding }: Pick<FuzzOptions, "seed" | "embedding">,
): Promise<World> {
  const env = {
    MEMBRIA_HOME: home,
    MEMBRIA_PROJECT: PROJECT,
    MEMBRIA_PROFILE: "full",
    MEMBRIA_LOG_LEVEL: "error",
    MEMBRIA_EMBEDDING: "off",
  };
  const random = randomOfCase(seed, -1);
  const server = startServer({ env });
  await server.initialize();
  const call = async (name: string, args: object, project = PROJECT): Promise<Record<string, unknown>> => {
    const _meta = { "membria/project": project };
    const reply = await server.request("tools/call", { name, arguments: args, _meta });
    if (!reply?.result || reply.result["isError"]) throw new Error(`${name}: ${JSON.stringify(reply)}`);
    return reply.result["structuredContent"] as Record<string, unknown>;
  };
  const capture = async (word: string, project?: string): Promise<string> => {
    const { decision_id } = await call(
      "membria_capture_decision",
      {
        statement: `Decide on ${word} ${sentence(random)}`,
        alternatives: [`${word} ${sentence(random)}`],
        confidence: random.between(1, 99) / 100,
        assumptions: [`${word} ${sentence(random)}`],
        context: { reasoning: `${word} ${sentence(random, 40)}` },
      },
      project,
    );
    return decision_id as string;
  };
  const several = async <T>(count: number, make: (i: number) => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    for (let i = 0; i < count; i++) made.push(await make(i));
    return made;
  };

  const own = await several(DECISIONS, () => capture("this"));
  const written = await several(60, async (i) =>
    call("membria_record_outcome", {
      decision_id: own[i],
      final_status: random.pick(["failure", "partial"]),
      final_score: random.next() / 2.1,
    }),
  );
  const linked = await several(30, async (i) =>
    call("propose_link", {
      from_id: own[100 + i],
      to_id: own[140 + i],
      relationship: random.pick(["refines", "contradicts"]),
      reason: sentence(random),
    }),
  );
  const saved = [
    await call("memory_save_checkpoint", { summary: sentence(random), next_steps: sentence(random) }),
    await call("memory_save_insight", { content: sentence(random), topic: "orders" }),
  ];
  const others = await several(OF_OTHER_PROJECT, () => capture(OTHER_PROJECTS_WORD, OTHER_PROJECT));
  const elsewhere = [
    await call("memory_save_checkpoint", { summary: `${OTHER_PROJECTS_WORD} is next` }, OTHER_PROJECT),
    await call(
      "memory_save_insight",
      { content: `About ${OTHER_PROJECTS_WORD}`, topic: "orders" },
      OTHER_PROJECT,
    ),
    await call(
      "membria_record_outcome",
      {
        decision_id: others[0],
        final_status: "failure",
        final_score: 0.1,
        lessons_learned: [OTHER_PROJECTS_WORD],
      },
      OTHER_PROJECT,
    ),
  ];
  const erased = await several(ERASED, () => capture(ERASED_WORD));
  const list = async <T>(method: string, field: string): Promise<T[]> =>
    ((await server.request(method))?.result?.[field] ?? []) as T[];
  const world: World = {
    project: PROJECT,
    otherProject: OTHER_PROJECT,
    tools: await list<ListedTool>("tools/list", "tools"),
    templates: (await list<{ uriTemplate: string }>("resources/templates/list", "resourceTemplates")).map(
      ({ uriTemplate }) => uriTemplate,
    ),
    resources: (await list<{ uri: string }>("resources/list", "resources")).map(({ uri }) => uri),
    prompts: await list<World["prompts"][number]>("prompts/list", "prompts"),
    ids: {
      own: [...own, ...idsIn([written, linked, saved])],
      ofOtherProject: [...others, ...idsIn(elsewhere)],
      erased,
      recent: [],
    },
  };
  await server.close();
  for (const id of erased) {
    const { code, err } = await runProgram(["forget", id, "--yes", "--project", PROJECT], { env });
    if (code !== 0) throw new Error(`${id} was not erased: ${err}`);
  }
  // Otherwise the server would have to, beside what it is asked.
  if (embedding === "local") await runProgram(["embed"], { env: { ...env, MEMBRIA_EMBEDDING: embedding } });
  return world;
}
