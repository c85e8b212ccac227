/**
 * A newcomer asks a memory of real decisions: `node examples/newcomer.mjs RECORDS`, after `npm run build`. It writes
 * examples/newcomer.md.
 *
 * RECORDS is the folder `architecture-decision-record` of https://github.com/ministryofjustice/cloud-platform (MIT), as it
 * is cloned; or a file of records of that repository, one JSON object per line with number, title, status, date, context,
 * decision, consequences and superseded_by.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const REPOSITORY = "ministryofjustice/cloud-platform";
const QUESTIONS = [
  ["Give every team its own dedicated ingress controller", 0.8],
  ["Offer teams AWS Lambda so that they can run serverless functions", 0.7],
  ["Keep the container images in Docker Hub", 0.8],
  ["Use a green colour for the buttons of the login page", 0.6],
];
/** What a status says of how a decision worked out; what was only proposed says nothing. */
const OUTCOMES = {
  active: ["success", "0.8", "It is in force."],
  superseded: ["partial", "0.5", "It served until another took its place."],
  deprecated: ["failure", "0.1", "It was turned down or given up: read its record before proposing it again."],
};

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "membria-newcomer-"));
const settings = ["--home", join(folder, "home"), "--project", REPOSITORY, "--log-level", "error"];

function membria(...args) {
  return execFileSync(process.execPath, [here("../dist/membria.js"), ...args, ...settings], {
    encoding: "utf8",
    cwd: folder,
    stdio: ["ignore", "pipe", "inherit"],
  });
}
const json = (...args) => JSON.parse(membria(...args, "--json"));

/** Records as the files that adr-tools writes. */
function filesOf(records) {
  const files = join(folder, "records");
  mkdirSync(files);
  const nameOf = (number) => `${String(number).padStart(4, "0")}-record.md`;
  for (const { number, title, status, date, context, decision, consequences, superseded_by } of records) {
    const heir = superseded_by[0] && Number(superseded_by[0].split("#")[1]);
    const state = heir ? `Superseded by [${heir}](${nameOf(heir)})` : status;
    const parts = { Status: state, Context: context, Decision: decision, Consequences: consequences };
    const sections = Object.entries(parts).map(([name, text]) => `## ${name}\n\n${text}\n`);
    writeFileSync(join(files, nameOf(number)), [`# ${number}. ${title}\n`, `Date: ${dayOf(date)}\n`, ...sections].join("\n"));
  }
  return files;
}

/** Some are written as 28/03/2018, some as 10/04/18. */
function dayOf(date) {
  const [, day, month, year] = /^(\d\d)\/(\d\d)\/(\d\d|\d{4})$/.exec(date) ?? [];
  return year ? `${year.padStart(4, "20")}-${month}-${day}` : date;
}

function main([records]) {
  if (!records) {
    console.error("Name the records: node examples/newcomer.mjs cloud-platform/architecture-decision-record");
    return 2;
  }
  const rows = records.endsWith(".jsonl")
    ? readFileSync(records, "utf8").trim().split("\n").map((line) => JSON.parse(line))
    : undefined;
  membria("import", "adr", rows ? filesOf(rows.filter(({ repo }) => repo === REPOSITORY)) : records);
  const { decisions } = json("list", "--limit", "100");
  for (const { decision_id, standing } of decisions) {
    const [status, score, lesson] = OUTCOMES[standing] ?? [];
    if (status) membria("outcome", decision_id, status, "--score", score, "--lesson", lesson);
  }
  membria("embed");
  membria("skills", "--relearn");
  const told = QUESTIONS.flatMap(([statement, confidence]) => [
    `## ${statement}?`,
    "",
    "```",
    `$ membria context "${statement}" --confidence ${confidence}`,
    membria("context", statement, "--confidence", String(confidence)).trim(),
    "```",
    "",
  ]);
  writeFileSync(here("newcomer.md"), [...introduction(decisions), ...told].join("\n"));
  return 0;
}

const introduction = (decisions) => [
  "# A newcomer asks",
  "",
  `Somebody new to a team is about to propose something, and asks first. The memory holds ${decisions.length} architecture decision records of the Cloud Platform of the UK Ministry of Justice ([${REPOSITORY}](https://github.com/${REPOSITORY}), MIT), and what their status says of how they worked out. Nothing else was told to it. This page is written by \`node examples/newcomer.mjs\`, which says where the records come from; of their texts only titles are quoted.`,
  "",
];

try {
  process.exitCode = main(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
