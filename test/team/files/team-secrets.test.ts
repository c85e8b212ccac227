import { chmod, cp, readdir, rename, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { memoryMark } from "../../../src/team/files/memory-mark.ts";
import { fileTeamSecrets } from "../../../src/team/files/team-secrets.ts";
import { continuityOf, type TeamSecret } from "../../../src/team/rules/team-secrets.ts";
import { folderOfTest } from "../../support/memory.ts";

const TEAM = "team_0123456789abcdef0123";
const SECRET: TeamSecret = {
  team: TEAM,
  url: "rediss://membria:hunter2@hub.example:6379",
  origin: "org_0123456789abcdef0123",
  key: { publicKey: "cHVibGlj", privateKey: "cHJpdmF0ZQ==" },
  mark: "0123",
  highestSeq: 7,
};

async function secretsInFolder() {
  const folder = (await folderOfTest()).file("teams");
  return { folder, file: `${folder}/${TEAM}.json`, secrets: fileTeamSecrets(folder, (path) => path) };
}

describe("The secrets of a team", () => {
  it("are read as they were written, and replaced as a whole", async () => {
    const { secrets, folder } = await secretsInFolder();
    expect(await secrets.read(TEAM)).toBeUndefined();
    await secrets.write(SECRET);
    await secrets.write({ ...SECRET, highestSeq: 8, teamKey: SECRET.key });
    expect(await secrets.read(TEAM)).toEqual({ ...SECRET, highestSeq: 8, teamKey: SECRET.key });
    expect(await readdir(folder)).toEqual([`${TEAM}.json`]);
  });

  it.skipIf(process.platform === "win32")("are for their owner alone", async () => {
    const { secrets, folder, file } = await secretsInFolder();
    await secrets.write(SECRET);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it.skipIf(process.platform === "win32").each([0o640, 0o604, 0o660])(
    "are refused with the mode %i, with the remedy and without their contents",
    async (mode) => {
      const { secrets, file } = await secretsInFolder();
      await secrets.write(SECRET);
      await chmod(file, mode);
      const refusal = await secrets.read(TEAM).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: "forbidden",
        reason: "secrets_exposed",
        hint: expect.stringContaining(`chmod 600 ${file}`),
      });
      expect(String(refusal)).not.toContain("hunter2");
    },
  );

  it("that are broken are said to be, without their contents", async () => {
    const { secrets, file } = await secretsInFolder();
    await secrets.write(SECRET);
    await writeFile(file, '{"url": "redis://:hunter2@hub"}');
    const refusal = await secrets.read(TEAM).catch((error: unknown) => error);
    expect(refusal).toMatchObject({ code: "unavailable", reason: "secrets_broken" });
    expect(String(refusal)).not.toContain("hunter2");
  });

  it("go when they are removed", async () => {
    const { secrets, file } = await secretsInFolder();
    await secrets.write(SECRET);
    expect(await secrets.remove(TEAM)).toBe(file);
    expect(await secrets.remove(TEAM)).toBeUndefined();
    expect(await secrets.read(TEAM)).toBeUndefined();
  });

  it("have no name that leads out of their folder", async () => {
    const { secrets } = await secretsInFolder();
    await expect(secrets.read("../config")).rejects.toThrow(RangeError);
  });
});

describe("Secrets and a memory", () => {
  it("belong together while the file is the same one, wherever it is moved", async () => {
    const folder = await folderOfTest();
    await writeFile(folder.file("membria.db"), "memory");
    const mark = await memoryMark(folder.file("membria.db")).of();
    await rename(folder.file("membria.db"), folder.file("moved.db"));
    expect(await memoryMark(folder.file("moved.db")).of()).toBe(mark);
    await cp(folder.file("moved.db"), folder.file("copy.db"), { preserveTimestamps: true });
    expect(await memoryMark(folder.file("copy.db")).of()).not.toBe(mark);
  });

  it("of a copy, or of an older state of the memory, go on under another name", () => {
    expect(continuityOf(SECRET, { mark: "0123", ownSeq: 7 })).toBe("continues");
    expect(continuityOf(SECRET, { mark: "0123", ownSeq: 9 })).toBe("continues");
    expect(continuityOf(SECRET, { mark: "4567", ownSeq: 7 })).toBe("copied");
    expect(continuityOf(SECRET, { mark: "0123", ownSeq: 6 })).toBe("restored");
  });
});
