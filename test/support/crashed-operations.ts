import { chmod, copyFile, mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { fileLinkBackups } from "../../src/decisions/files/link-backups.ts";
import { addDecision } from "../../src/decisions/sql/decisions.ts";
import { countLinks, linksInOrder, restoreLinks } from "../../src/decisions/sql/link-upkeep.ts";
import { grantRole } from "../../src/main/caller/admin-secret.ts";
import { MIGRATIONS } from "../../src/repair/schema/index.ts";
import { plainAdr, readFiles, writeFiles } from "./adr-files.ts";
import { contentsOf, type Place, withoutIds } from "./crashing.ts";
import { act, decision } from "./decisions.ts";
import { legacyLinks } from "./links.ts";
import { raw } from "./raw-sqlite.ts";
import { bytesOnDisk } from "./words-on-disk.ts";

/** An operation that changes files, rows or both. */
export interface CrashedOperation {
  prepare(place: Place): Promise<void>;
  argv(place: Place): Promise<readonly string[]>;
  readonly input?: string;
  /** What holds as soon as the process is killed. */
  afterKill?(place: Place): Promise<void>;
  /** The next run may refuse, because the one that was killed had done everything. */
  readonly mayBeDone?: boolean;
  /** What a person has in the end, the same whether it was killed in between or not. */
  result(place: Place): Promise<unknown>;
}

const STATEMENTS = ["Use Redis for sessions", "Keep logs for a year", "Sign every release"];

async function decide({ withStore }: Place, statements: readonly string[] = STATEMENTS): Promise<void> {
  await withStore(async (store) => {
    for (const [i, statement] of statements.entries())
      await addDecision(
        store,
        { decision: decision({ id: `dec_${i}`, statement, topic: statement }) },
        act(),
      );
  });
}

const succeeds = async (place: Place, ...argv: string[]): Promise<void> => {
  const { code, err } = await place.run(...argv);
  expect(code, err).toBe(0);
};

/** What another sync would do. Nothing, if folder and memory are in step. */
async function nextSync(place: Place): Promise<unknown> {
  const { out } = await place.run("sync", "adr", place.file("adr"), "--dry-run", "--json");
  const { steps, in_step, problems } = JSON.parse(out);
  return { steps, in_step, problems };
}

/** The files without the ids of decisions, which differ from run to run. */
const filesIn = async (place: Place): Promise<unknown> =>
  Object.fromEntries(
    Object.entries(await readFiles(place.file("adr"))).map(([path, text]) => [path, withoutIds(text)]),
  );

const folderAndMemory = async (place: Place): Promise<unknown> => ({
  files: await filesIn(place),
  memory: await contentsOf(place),
  next: await nextSync(place),
});

const supersedes = (title: string, file: string): string => `Accepted\n\nSupersedes [${title}](${file})`;

const syncAdr: CrashedOperation = {
  async prepare(place) {
    const folder = place.file("adr");
    await writeFiles(folder, {
      "0001-use-mysql.md": plainAdr("1. Use MySQL"),
      "0002-use-queues.md": plainAdr("2. Use queues"),
      "0003-use-cron.md": plainAdr("3. Use cron"),
      "0004-use-ftp.md": plainAdr("4. Use FTP"),
    });
    await succeeds(place, "sync", "adr", folder);
    await succeeds(place, "retract", "adr/0001-use-mysql.md");
    await decide(place);
    await writeFiles(folder, {
      "0002-use-queues.md": plainAdr("2. Use queues", "Accepted", "Because mail is slow."),
      "0003-use-cron.md": plainAdr("3. Use cron", "Deprecated"),
      "0005-use-sftp.md": plainAdr("5. Use SFTP", supersedes("4. Use FTP", "0004-use-ftp.md")),
      "0006-use-rsync.md": plainAdr("6. Use rsync", supersedes("5. Use SFTP", "0005-use-sftp.md")),
    });
  },
  argv: async ({ file }) => ["sync", "adr", file("adr")],
  result: folderAndMemory,
};

const exportAdr: CrashedOperation = {
  async prepare(place) {
    await writeFiles(place.file("adr"), { "0001-use-mysql.md": plainAdr("1. Use MySQL") });
    await succeeds(place, "sync", "adr", place.file("adr"));
    await succeeds(place, "retract", "adr/0001-use-mysql.md");
    await decide(place);
  },
  argv: async ({ file }) => ["export", "adr", file("adr")],
  result: folderAndMemory,
};

const importAdr: CrashedOperation = {
  prepare: (place) =>
    writeFiles(place.file("adr"), {
      "0001-use-ftp.md": plainAdr("1. Use FTP"),
      "0002-use-sftp.md": plainAdr("2. Use SFTP", supersedes("1. Use FTP", "0001-use-ftp.md")),
    }),
  argv: async ({ file }) => ["import", "adr", file("adr")],
  result: contentsOf,
};

/** A file that is whole at every moment: the old one or the new one. */
async function isWhole(path: string, old: string, isNew: (text: string) => void): Promise<void> {
  const text = await readFile(path, "utf8");
  if (text !== old) isNew(text);
}

const exportJson: CrashedOperation = {
  async prepare(place) {
    await decide(place);
    await writeFile(place.file("export.json"), "old", { mode: 0o644 });
  },
  argv: async ({ file }) => ["export", "json", file("export.json")],
  afterKill: ({ file }) =>
    isWhole(file("export.json"), "old", (text) => expect(JSON.parse(text).records).toHaveLength(3)),
  async result({ file }) {
    const { mode } = await stat(file("export.json"));
    const { exported_at: _, ...rest } = JSON.parse(await readFile(file("export.json"), "utf8"));
    return { ...rest, mode: mode & 0o777 };
  },
};

const report: CrashedOperation = {
  async prepare(place) {
    await decide(place);
    await writeFile(place.file("report.md"), "old");
    await chmod(place.file("report.md"), 0o640);
  },
  argv: async ({ file }) => ["report", "--markdown", file("report.md")],
  afterKill: ({ file }) =>
    isWhole(file("report.md"), "old", (text) => expect(text).toMatch(/^# Quality report[\s\S]*\n$/)),
  async result({ file }) {
    const { mode } = await stat(file("report.md"));
    return { text: (await readFile(file("report.md"), "utf8")).replace(/\d{4}-.*/g, ""), mode: mode & 0o777 };
  },
};

const [OLD_SECRET, NEW_SECRET] = ["the old secret of it all", "the new secret of it all"];
const accepts = ({ file }: Place, secret: string): Promise<boolean> =>
  grantRole(file("home"), "admin", secret).then(
    () => true,
    () => false,
  );

const setSecret: CrashedOperation = {
  async prepare(place) {
    await decide(place);
    expect((await place.runWith(OLD_SECRET, "admin", "set-secret")).code).toBe(0);
  },
  argv: async () => ["admin", "set-secret"],
  input: NEW_SECRET,
  async afterKill(place) {
    expect([await accepts(place, OLD_SECRET), await accepts(place, NEW_SECRET)].filter(Boolean)).toEqual([
      true,
    ]);
  },
  result: async (place) => [await accepts(place, OLD_SECRET), await accepts(place, NEW_SECRET)],
};

const PAIRS = [0, 1, 2].flatMap((from) =>
  [0, 1, 2].filter((to) => to !== from).map((to) => [from, to] as const),
);

async function linked(place: Place): Promise<void> {
  await decide(place);
  const pairs = PAIRS.map(([from, to]) => [`dec_${from}`, `dec_${to}`] as const);
  await place.withStore((store) => restoreLinks(store, "shop", "cln_0", legacyLinks(pairs), act()));
}

const backupsOf = ({ file }: Place) => fileLinkBackups(file("home/backups"), (path) => path);

const linksBackup: CrashedOperation = {
  prepare: linked,
  argv: async () => ["links", "backup"],
  async afterKill(place) {
    const latest = await backupsOf(place).latest("shop");
    if (latest) expect((await backupsOf(place).read(latest.file)).backup.links).toHaveLength(PAIRS.length);
  },
  async result(place) {
    const latest = await backupsOf(place).latest("shop");
    const names = await readdir(place.file("home/backups"));
    const stamps = (start: string) =>
      names.filter((name) => name.startsWith(start)).map((name) => name.slice(-29));
    // The one that was killed may have done everything, and then there are two.
    expect(stamps("links-backup-")).toEqual(stamps("backup-manifest-"));
    return (await backupsOf(place).read(latest?.file ?? "")).backup.links;
  },
};

const linksCleanup: CrashedOperation = {
  async prepare(place) {
    await linked(place);
    await succeeds(place, "links", "backup");
  },
  argv: async () => ["links", "cleanup", "--yes", "--batch-size", "2"],
  async result(place) {
    const { total } = await place.withStore((store) => countLinks(store, "shop"));
    const latest = await backupsOf(place).latest("shop");
    await succeeds(place, "links", "restore", latest?.file ?? "");
    return { total, restored: (await contentsOf(place))["links"] };
  },
};

const linksRestore: CrashedOperation = {
  async prepare(place) {
    await linksCleanup.prepare(place);
    await succeeds(place, "links", "cleanup", "--yes");
  },
  argv: async (place) => ["links", "restore", (await backupsOf(place).latest("shop"))?.file ?? ""],
  result: (place) => place.withStore((store) => linksInOrder(store, "shop", { autoOnly: false, limit: 99 })),
};

const importJson: CrashedOperation = {
  async prepare(place) {
    await linked(place);
    await succeeds(place, "export", "json", place.file("export.json"));
    await rm(place.file("home"), { recursive: true });
  },
  argv: async ({ file }) => ["import", "json", file("export.json")],
  result: contentsOf,
};

const fixture = (name: string): string => fileURLToPath(new URL(`../fixtures/${name}`, import.meta.url));

const upgrade: CrashedOperation = {
  async prepare({ file, memory }) {
    await mkdir(file("home"), { mode: 0o700 });
    await copyFile(fixture("memory-0.1.0.db"), memory);
  },
  argv: async () => ["list"],
  async result({ memory, file }) {
    const formatOf = (path: string) =>
      raw(path, (db) => db.prepare("PRAGMA user_version").get()?.["user_version"]);
    expect(await formatOf(memory)).toBe(MIGRATIONS.length);
    const copies = (await readdir(file("home"))).filter((name) => name.endsWith(".bak"));
    // Killed between the copy and the commit, it makes another copy. Each of them is complete.
    expect(copies.length).toBeGreaterThan(0);
    for (const copy of copies) {
      const check = await raw(join(file("home"), copy), (db) => db.prepare("PRAGMA integrity_check").get());
      expect(check).toEqual({ integrity_check: "ok" });
    }
    return raw(memory, (db) => db.prepare("SELECT id, content FROM memories ORDER BY id").all());
  },
};

const WORD = "zqxjkvbwfgh";

const erase: CrashedOperation = {
  prepare: (place) => decide(place, [`Use ${WORD} for sessions`, "Keep logs for a year"]),
  argv: async () => ["forget", "dec_0", "--yes"],
  mayBeDone: true,
  result: async (place) => ({
    memory: await contentsOf(place),
    onDisk: bytesOnDisk(place.memory).includes(WORD),
  }),
};

const rebuild: CrashedOperation = {
  async prepare(place) {
    await linked(place);
    await raw(place.memory, (db) => db.exec("DELETE FROM memories_text"));
  },
  argv: async () => ["doctor", "--rebuild"],
  async result(place) {
    const { out } = await place.run("search", "Redis", "--json");
    return { memory: await contentsOf(place), found: JSON.parse(out).results?.length };
  },
};

const firstStart: CrashedOperation = {
  prepare: async () => {},
  argv: async () => ["decide", "Use Redis for sessions"],
  result: contentsOf,
};

export const CRASHED_OPERATIONS: Readonly<Record<string, CrashedOperation>> = {
  "sync adr": syncAdr,
  "export adr": exportAdr,
  "import adr": importAdr,
  "import json": importJson,
  "export json": exportJson,
  report,
  "admin set-secret": setSecret,
  "links backup": linksBackup,
  "links cleanup": linksCleanup,
  "links restore": linksRestore,
  "upgrade of the file": upgrade,
  forget: erase,
  "doctor --rebuild": rebuild,
  "first decision": firstStart,
};
