import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../src/store/file/driver.ts";
import { folderOfTest } from "../support/memory.ts";
import { PATIENT } from "../support/patient.ts";
import { raw } from "../support/raw-sqlite.ts";
import { runProgram } from "../support/run-program.ts";
import { MEMBRIA } from "../support/stdio-client.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface SetUp {
  readonly home: string;
  readonly work: string;
  readonly file: string;
}

interface Broken {
  readonly what: string;
  breakIt?(setUp: SetUp): unknown;
  env?(setUp: SetUp): Record<string, string>;
  readonly says: RegExp;
  /** The command or the change that helps. */
  readonly advises: RegExp;
}

const BROKEN: readonly Broken[] = [
  {
    what: "a folder in the place of the memory",
    breakIt({ file }) {
      rmSync(file);
      mkdirSync(file);
    },
    says: /membria\.db is not a memory\n +It is a folder\./,
    advises: /Name another file in MEMBRIA_DB_PATH, or move this one away\./,
  },
  {
    what: "a file of another program in the place of the memory",
    breakIt: ({ file }) => writeFileSync(file, "name,price\n"),
    says: /membria\.db is not a memory/,
    advises: /Name another file in MEMBRIA_DB_PATH, or move this one away\./,
  },
  {
    what: "a damaged memory",
    breakIt: ({ file }) => writeFileSync(file, readFileSync(file).fill(0x5a, 8_192, 65_536)),
    says: /membria\.db is damaged/,
    advises: /keep that: membria recover/,
  },
  {
    what: "an emptied memory with a copy beside it",
    breakIt({ file }) {
      copyFileSync(file, `${file}.v16.bak`);
      writeFileSync(file, "");
    },
    says: /membria\.db is empty/,
    advises: /membria recover --from .*membria\.db\.v16\.bak/,
  },
  {
    what: "a memory of a newer version",
    breakIt: ({ file }) => raw(file, (db) => db.exec("PRAGMA user_version = 9999")),
    says: /written by a newer Membria: it has format 9999/,
    advises: /Update Membria/,
  },
  {
    what: "a memory that was changed outside Membria",
    breakIt: ({ file }) =>
      raw(file, (db) => db.exec("UPDATE memories SET content = 'Use MySQL for the orders'")),
    says: /✗ audit .* entries are valid, then /,
    advises: /Compare it with a copy you trust\./,
  },
  {
    what: "a process that hangs while it writes",
    async breakIt({ file }) {
      const db = await openDatabase(file, 60_000);
      db.exec("BEGIN IMMEDIATE");
      onTestFinished(() => db.close());
    },
    says: /Another process has kept the file locked/,
    advises: /end what hangs: lsof .*membria\.db/,
  },
  {
    what: "a home that is a file",
    env: ({ file }) => ({ MEMBRIA_HOME: file }),
    says: /membria\.db, is not a folder and cannot become one\./,
    advises: /Name a folder where you may read and write in MEMBRIA_HOME/,
  },
  {
    what: "a folder that cannot be made",
    env: () => ({ MEMBRIA_DB_PATH: "/proc/nowhere/membria.db" }),
    says: /\/proc\/nowhere\/membria\.db cannot be reached/,
    advises: /MEMBRIA_DB_PATH another file/,
  },
  {
    what: "a project file that is not JSON",
    breakIt: ({ work }) => writeFileSync(join(work, ".membria.json"), '{"project": '),
    says: /\.membria\.json is not valid JSON/,
    advises: /Write \{"project": ".*"\}, or remove the file\./,
  },
  {
    what: "a project file that names the project of somebody else",
    breakIt: ({ work }) => writeFileSync(join(work, ".membria.json"), '{"project": "shop"}'),
    says: /names the project "shop", which is not bound to this repository: 1 decision waits/,
    advises: /membria trust/,
  },
  {
    what: "a project that is not a name",
    env: () => ({ MEMBRIA_PROJECT: "My Shop!" }),
    says: /is not a project name: received "My Shop!"/,
    advises: /for example "my-shop"/,
  },
  {
    what: "a misspelt setting",
    env: () => ({ MEMBRIA_EMBEDING: "off" }),
    says: /✗ settings +MEMBRIA_EMBEDING is set, but there is no such setting/,
    advises: /Did you mean MEMBRIA_EMBEDDING\?.*unset MEMBRIA_EMBEDING/,
  },
  {
    what: "a setting with a value that it cannot have",
    env: () => ({ MEMBRIA_LOG_LEVEL: "loud" }),
    says: /MEMBRIA_LOG_LEVEL must not be "loud"/,
    advises: /debug, info, warn, error/,
  },
  {
    what: "an embedding service that does not answer",
    env: () => ({ MEMBRIA_EMBEDDING: "http://127.0.0.1:9/v1", MEMBRIA_EMBEDDING_MODEL: "made-up" }),
    says: /✗ meaning .*Search uses words only\./,
    advises: /MEMBRIA_EMBEDDING/,
  },
];

async function made(memory: Buffer): Promise<SetUp> {
  const folder = await folderOfTest();
  const [home, work] = [folder.file("home"), folder.file("work")];
  mkdirSync(home);
  mkdirSync(work);
  const file = join(home, "membria.db");
  writeFileSync(file, memory);
  return { home, work, file };
}

describe("membria doctor, with", () => {
  let memory: Buffer;
  beforeAll(async () => {
    const folder = await temporaryFolder();
    const home = folder.path;
    const env = { MEMBRIA_HOME: home, MEMBRIA_PROJECT: "shop", MEMBRIA_EMBEDDING: "off" };
    await runProgram(["decide", "Use PostgreSQL for the orders"], { env });
    memory = readFileSync(join(home, "membria.db"));
    await folder.remove();
  });

  it.each(BROKEN)("$what, says what is wrong and what helps", async ({ breakIt, env, says, advises }) => {
    const setUp = await made(memory);
    await breakIt?.(setUp);
    const { code, out, err } = await runProgram(["doctor"], {
      env: { MEMBRIA_HOME: setUp.home, MEMBRIA_EMBEDDING: "off", ...env?.(setUp) },
      cwd: setUp.work,
    });
    expect(`${out}${err}`).toMatch(says);
    expect(`${out}${err}`).toMatch(advises);
    expect(`${out}${err}`).not.toMatch(/Something went wrong|^ +at /m);
    expect(code).toBeGreaterThan(0);
  });

  it("a working folder that is gone, says so and what helps", async () => {
    const { home, work } = await made(memory);
    const inGoneFolder = ['rmdir "$PWD"; exec "$0" "$@"', process.execPath, MEMBRIA, "doctor"];
    const { status, stderr } = spawnSync("sh", ["-c", ...inGoneFolder], {
      cwd: work,
      env: { ...process.env, ...PATIENT, MEMBRIA_HOME: home },
      encoding: "utf8",
    });
    expect(stderr).toBe(
      "membria: The folder that the command was started in no longer exists.\nChange to another folder, as with `cd ~`, and try again.\n",
    );
    expect(status).toBe(6);
  });
});
