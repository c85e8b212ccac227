import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** A repository with one commit that always has the same id: checkpoints store it, and ADR folders are named relative to it. */
export function writeRepository(folder) {
  gitIn(folder, "2025-06-02T08:00:00Z")("init", "--quiet", "--initial-branch=main");
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "src", "basket.ts"), "export const basket: string[] = [];\n");
  commitIn(folder, ["src"], { message: "Add the basket", date: "2025-06-02T08:00:00Z" });
}

/** Commits these files as they are. */
export function commitIn(folder, files, { message, date }) {
  const git = gitIn(folder, date);
  git("add", ...files);
  git("commit", "--quiet", "--message", message);
}

function gitIn(folder, date) {
  const who = { NAME: "Shop", EMAIL: "shop@example.com", DATE: date };
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: "1" };
  for (const [name, value] of Object.entries(who)) {
    env[`GIT_AUTHOR_${name}`] = value;
    env[`GIT_COMMITTER_${name}`] = value;
  }
  return (...args) => execFileSync("git", args, { cwd: folder, env, stdio: "pipe" });
}

/** Entities, relations and observations of the reference memory server. */
export function writeServerMemory(path, name) {
  const lines = [
    {
      type: "entity",
      name: `${name} opening hours`,
      entityType: "decision",
      observations: ["Open at seven", "Commuters come early"],
    },
    {
      type: "entity",
      name: `${name} late hours`,
      entityType: "decision",
      observations: ["Close at nine on Fridays"],
    },
    {
      type: "entity",
      name: `${name} bakery`,
      entityType: "supplier",
      observations: ["Delivers rolls at six"],
    },
    {
      type: "relation",
      from: `${name} late hours`,
      to: `${name} opening hours`,
      relationType: "extends",
    },
    { type: "relation", from: `${name} bakery`, to: `${name} opening hours`, relationType: "depends_on" },
  ];
  writeFileSync(path, `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
}

const nygard = (title, status, context, decision) => `# ${title}

Date: 2025-07-01

## Status

${status}

## Context

${context}

## Decision

${decision}

## Consequences

* The till is faster
`;

const MADR = `# Print receipts on request

* Status: proposed
* Deciders: the shop
* Date: 2025-07-03

## Context and Problem Statement

Paper piles up.

## Considered Options

* Print on request
* Print always

## Decision Outcome

Chosen option: "Print on request", because most are thrown away.
`;

/** Records in two styles, one of which replaces another; one has other line endings and a byte order mark. */
export function writeAdrs(folder) {
  mkdirSync(folder, { recursive: true });
  const write = (name, text) => writeFileSync(join(folder, name), text);
  const heir = "Superseded by [2. Take cards](0002-take-cards.md)";
  write(
    "0001-cash-only.md",
    nygard("1. Take cash only", heir, "The shop is small.", "We take nothing but cash."),
  );
  const status = "Accepted\n\nSupersedes [1. Take cash only](0001-cash-only.md)";
  write("0002-take-cards.md", nygard("2. Take cards", status, "Customers ask for it.", "We take cards."));
  write("0003-receipts.md", `\ufeff${MADR.replaceAll("\n", "\r\n")}`);
}

export function writeLaterAdr(folder) {
  const status = "Accepted\n\nSupersedes [2. Take cards](0002-take-cards.md)";
  const text = nygard("4. Take phones", status, "Cards get lost.", "We take what a phone pays with.");
  writeFileSync(join(folder, "0004-take-phones.md"), text);
}
