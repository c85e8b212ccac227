import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { openMemoryFile } from "../../../src/memory/open-memory.ts";
import { eventually } from "../../support/eventually.ts";
import { silentLog } from "../../support/silent-log.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const writer = fileURLToPath(new URL("../../support/writer-process.ts", import.meta.url));

describe("The change feed of a SQLite file", () => {
  it("reports writes of another process soon after", async () => {
    const folder = await temporaryFolder();
    onTestFinished(folder.remove);
    const path = folder.file("membria.db");
    const memory = await openMemoryFile(path, silentLog);
    onTestFinished(memory.close);
    const subjects: string[] = [];
    memory.follow((entries) => subjects.push(...entries.map(({ subject }) => subject)));

    const child = spawn(process.execPath, ["--import", "tsx", writer, path, "dec_one", "dec_two"], {
      stdio: ["ignore", "ignore", "inherit"],
    });
    expect(await once(child, "close")).toEqual([0, null]);

    await eventually(() => expect(subjects).toEqual(["dec_one", "dec_two"]));
  });
});
