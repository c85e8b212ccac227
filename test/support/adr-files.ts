import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/** Files by their path in a folder. */
export type Files = Readonly<Record<string, string>>;

export async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

export async function readFiles(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true });
  const found: Record<string, string> = {};
  for (const entry of names.filter((each) => each.isFile())) {
    const path = join(entry.parentPath ?? entry.path, entry.name);
    found[path.slice(folder.length + 1)] = await readFile(path, "utf8");
  }
  return found;
}

export const NYGARD = `# 2. Use Postgres for orders

Date: 2021-03-04

## Status

Accepted

Supersedes [1. Use MySQL](0001-use-mysql.md)

Amends [3. Naming](0003-naming.md)

## Context

Orders need transactions.

## Decision

We will use Postgres.

## Consequences

* Backups are simple
* The team learns something
`;

export const MADR_2 = `# Use Redis for sessions

* Status: superseded by [ADR-0005](0005-use-cookies.md)
* Deciders: A, B
* Date: 2020-01-02

## Context and Problem Statement

Where do sessions live?

## Considered Options

* Redis
* A table
* Cookies

## Decision Outcome

Chosen option: "Redis", because it is fast.

### Positive Consequences

* Logins are fast

### Negative Consequences

* One more server
`;

export const MADR_4 = `---
status: "superseded by [ADR-0007](0007-x.md)"
date: 2024-05-06
decision-makers: [Somebody, Somebody Else]
---

# Keep logs in files

## Context and Problem Statement

Logs are needed.

## Considered Options

* Files
* A service

## Decision Outcome

Chosen option: "Files".

### Consequences

* Good, because it is simple
* Bad, because nobody reads them
`;

export const plainAdr = (title: string, status = "Accepted", words = "Because."): string =>
  `# ${title}\n\nDate: 2022-01-01\n\n## Status\n\n${status}\n\n## Context\n\n${words}\n\n## Decision\n\nWe will.\n`;
