import { join } from "node:path";
import { parseArgs } from "node:util";
import { ensureInstalled } from "./ensure-installed.mjs";
import { root, runNode } from "./run.mjs";
import { bold, dim, red } from "./terminal.mjs";

const BENCHMARKS = {
  speed:
    "start, save, search, context, outcome, many clients and memory, beside the bare operations and a peer",
  start: "from the start of the process to the first answer",
  capture: "a durable capture against the bare transaction, and through the pipe",
  busy: "answers while a write waits for another process, to the same with nothing waiting",
  scale: "the same work with 1,000 and with 100,000 decisions",
  loop: "capture and outcome over 10,000 forecasts, and reading the calibration",
  list: "a filtered list by typed column against the same by JSON",
  search: "a search by words and meaning against the bare queries, with 1,000 to 100,000 decisions",
  domains: "how often the detected domain is the one a reader gave, on public decision records",
  advice: "the recommended confidence against the stated one, on forecasts in time order",
  anomalies: "false alarms about steady projects, and changes found in others, in simulated outcomes",
  deciders: "what is recommended to simulated deciders, and what their confidence is called",
  judgement:
    "whether what failed is judged riskier than what worked, plainly bad first decisions are stopped, and what a story teaches",
  estimates:
    "whether the recommended confidence and the risk tell a way that worked from one that did not, on histories",
  "simulated-ways": "the recommended confidence where success depends on way, author and domain, to the true chance",
  retrieval:
    "how well searches find, against words, meaning and a reference fusion, and when they find nothing",
  "retrieval-cost": "what dropping the commonest words of a query saves",
  "young-memory":
    "whether questions in other words are answered in memories of 16 to 52 decisions, and foreign ones are not",
  amended:
    "whether the newer of two decisions that say otherwise comes first without a link, and what is marked wrongly",
  "word-variants": "whether a search finds words in another spelling or form, by kind",
  "model-profiles":
    "the same questions with a model of another scale, before and after it was found out how close texts are by it",
  topics: "whether a topic that is asked for by its name comes first",
  "bug-reports":
    "whether decisions of one line are found by bug reports, with and without the passage they came from",
  "hook-candidates":
    "how many of the sentences that are taken for decisions at the end of a turn are some, and how many are found",
  harvest:
    "how much of what a harvest finds in public histories and in this one would be kept, and how fast it reads them",
  passages: "what a source and two questions for each decision cost a search, and in bytes",
  hooks:
    "whether sessions are told of what matters to a prompt, and of nothing else; a second set of prompts with --second",
  "hook-latency": "what a hook adds to the time of a prompt, to an empty process, with and without a server",
  skills: "an outcome recorded with and without the check of its skill",
  threats: "finding the threats that fit a task, and what the knowledge takes in memory",
  context: "what is given before a decision against its own search, with 1,000 to 100,000 decisions",
  links: "walking along links among 100,000 decisions and 300,000 links",
  why: "why a line is as it is, in a repository of 20,000 commits: the first question and later ones",
  secrets: "what the secret scanner finds, and how fast",
  against: "start, capture, search and context of this build to another one, named by MEMBRIA_BENCH_AGAINST",
  log: "bytes per decision, a capture and a large import of this build to another one, named by MEMBRIA_BENCH_AGAINST",
  hub: "50 machines that write to the log of a team at once, and a log of 100,000 changes",
  "team-replica": "a new machine takes what a team has said, and what every few seconds costs it then",
  page: "the first view of the web page on a cold browser to a bare page, its bytes, its list and its graph",
  load: "200 clients at once over HTTP for a minute, and what thousands of sessions leave behind",
};
const names = Object.keys(BENCHMARKS);

async function main() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      smoke: { type: "boolean", default: false },
      // For `retrieval`: fits the weights of relevance again instead of measuring; for `young-memory`: also fits the floor.
      fit: { type: "boolean", default: false },
      // For `hooks`: the prompts that nothing was fitted on.
      second: { type: "boolean", default: false },
    },
  });
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    console.error(`There is no benchmark ${JSON.stringify(unknown)}. There are ${names.join(", ")}.`);
    return 2;
  }
  await ensureInstalled();
  const { build } = await import("./build.mjs");
  const { bundle } = await import("./bundle.mjs");
  await build();
  if (positionals.length === 0)
    for (const name of names) console.log(`${name.padEnd(8)} ${BENCHMARKS[name]}`);
  if (values.smoke) console.log(dim("A small run to see that they work: these figures mean nothing."));

  const failed = [];
  for (const name of positionals.length > 0 ? positionals : names) {
    console.log(`\n${bold(`── ${name}`)} ${dim(BENCHMARKS[name])}`);
    const code = await runNode([
      await bundle(join(root, "bench", `${name}.ts`)),
      ...["smoke", "fit", "second"].filter((flag) => values[flag]).map((flag) => `--${flag}`),
    ]);
    if (code !== 0) failed.push(name);
  }
  if (failed.length > 0) console.error(red(`\nDid not run to the end: ${failed.join(", ")}`));
  return failed.length > 0 ? 1 : 0;
}

process.exitCode = await main();
