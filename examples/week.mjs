/**
 * A week with Membria, as one person types it: `node examples/week.mjs`, after `npm run build`, writes examples/week.md.
 * With `--check` it compares instead. Every line is run by a shell with the real program, in a home of its own and at the
 * time that the page says. Ids and hashes are random, so the page numbers them.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WEEK } from "./week-steps.mjs";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "membria-week-"));
const PAGE = here("week.md");

/** Sets the clock of a process to $AT and stops it, so that ages are the same on a slow machine. */
const CLOCK = `data:text/javascript,${encodeURIComponent(
  "const Real=Date,at=Real.parse(process.env.AT),now=()=>at;globalThis.Date=class extends Real{constructor(...a){a.length?super(...a):super(now())}static now(){return now()}};",
)}`;

function prepare() {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  mkdirSync(join(folder, "shop"));
  const program = join(bin, "membria");
  writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" --import "${CLOCK}" "${here("../dist/membria.js")}" "$@"\n`);
  chmodSync(program, 0o755);
}

/** Only what the page needs to be the same on every machine. */
const environment = (at) => ({
  PATH: `${join(folder, "bin")}:${process.env.PATH}`,
  HOME: folder,
  AT: at,
  TZ: "UTC",
  COLUMNS: "100",
  NO_COLOR: "1",
  MEMBRIA_ACTOR: "human",
  MEMBRIA_PERSON: "me",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "me",
  GIT_AUTHOR_EMAIL: "me@example.org",
  GIT_COMMITTER_NAME: "me",
  GIT_COMMITTER_EMAIL: "me@example.org",
  GIT_AUTHOR_DATE: at,
  GIT_COMMITTER_DATE: at,
});

/** Replaces what is different in every run by numbers in the order of appearance. */
function numbered() {
  const ids = new Map();
  return (text) =>
    text
      .replaceAll(folder, "~")
      .replace(/\b(dec|out|chk|ins|lnk|prop|sk|sig|mov|rev|imp)_[a-z0-9]{10,}\b/g, (id, kind) => {
        if (!ids.has(id)) ids.set(id, `${kind}_${String(ids.size + 1).padStart(id.length - kind.length - 1, "0")}`);
        return ids.get(id);
      })
      .replace(/\bhash [0-9a-f]{12,64}\b/g, "hash …")
      .replace(/\b\d+ KB\b/g, "… KB")
}

function play() {
  const number = numbered();
  const known = new Map();
  const lines = ["# A week", "", ...WEEK.about, ""];
  for (const { day, at, told, commands } of WEEK.days) {
    lines.push(`## ${day}`, "", told, "", "```");
    for (const [i, { type, keep }] of commands.entries()) {
      const command = type.replace(/\{(\w+)\}/g, (_, name) => known.get(name) ?? name);
      const minutes = new Date(Date.parse(at) + i * 60_000).toISOString();
      const { stdout, stderr } = spawnSync("sh", ["-c", command], {
        cwd: join(folder, "shop"),
        env: environment(minutes),
        encoding: "utf8",
      });
      if (keep) known.set(keep, /\b\w{2,4}_[a-z0-9]{10,}\b/.exec(stdout)?.[0]);
      lines.push(number(`$ ${command}\n${stdout}${stderr}`).trimEnd(), "");
    }
    lines.pop();
    lines.push("```", "");
  }
  return lines.join("\n");
}

function main([option]) {
  prepare();
  const page = play();
  if (option !== "--check") {
    writeFileSync(PAGE, page);
    return 0;
  }
  const lines = readFileSync(PAGE, "utf8").split("\n");
  const at = page.split("\n").findIndex((line, i) => line !== lines[i]);
  if (at === -1) return 0;
  console.error(`examples/week.md differs from what the program prints, from line ${at + 1} on:`);
  console.error(`- ${lines[at] ?? "(its end)"}\n+ ${page.split("\n")[at]}\nRun: node examples/week.mjs`);
  return 1;
}

try {
  process.exitCode = main(process.argv.slice(2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
