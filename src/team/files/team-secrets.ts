import { type FileHandle, open, unlink } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import { makeFolder, writeWholeFile } from "../../shared/files/whole-files.ts";
import { TEAM_ID } from "../rules/names.ts";
import type { TeamSecret, TeamSecrets } from "../rules/team-secrets.ts";

const SigningKey = z.object({ publicKey: z.string(), privateKey: z.string() });
const Stored = z.object({
  team: z.string(),
  url: z.string(),
  origin: z.string(),
  key: SigningKey,
  teamKey: SigningKey.optional(),
  mark: z.string(),
  highestSeq: z.number().int().nonnegative(),
});

/** Others than the owner. Windows has no such bits; there the folder of the user is closed to others. */
const OTHERS = process.platform === "win32" ? 0 : 0o077;

/** One file per team in a folder, both for their owner alone. */
export function fileTeamSecrets(folder: string, show: (path: string) => string): TeamSecrets {
  const fileOf = (team: string): string => {
    // It becomes part of a path.
    if (!TEAM_ID.test(team)) throw new RangeError("not the name of a team");
    return join(folder, `${team}.json`);
  };
  return {
    async read(team) {
      const path = fileOf(team);
      const file = await open(path, "r").catch(absent);
      return file && readSecret(file, show(path));
    },
    async write(secret) {
      await makeFolder(folder, 0o700);
      await writeWholeFile(fileOf(secret.team), `${JSON.stringify(secret, null, 2)}\n`, "private");
    },
    async remove(team) {
      const path = fileOf(team);
      const removed = await unlink(path).then(() => true, absent);
      return removed ? show(path) : undefined;
    },
    whereIs: (team) => show(fileOf(team)),
  };
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}

/** The mode and the contents of the same file, even if it is replaced meanwhile. */
async function readSecret(file: FileHandle, shown: string): Promise<TeamSecret> {
  try {
    const { mode } = await file.stat();
    if ((mode & OTHERS) !== 0) throw exposed(shown, mode);
    return Stored.parse(JSON.parse(await file.readFile("utf8")));
  } catch (error) {
    if (error instanceof Fault || (error as NodeJS.ErrnoException).code) throw error;
    throw broken(shown);
  } finally {
    await file.close();
  }
}

function exposed(shown: string, mode: number): Fault {
  const bits = (mode & 0o777).toString(8).padStart(3, "0");
  return new Fault(
    "forbidden",
    `${shown} has the keys of a team, and others on this machine can read or change it: its mode is ${bits}.`,
    {
      reason: "secrets_exposed",
      hint: `Close it with: chmod 600 ${shown}. If others may have read it, leave the team, join again with a new invitation, and change the password of the server.`,
    },
  );
}

/** Without what is in it, which is secret. */
const broken = (shown: string): Fault =>
  new Fault("unavailable", `${shown} does not hold the keys of a team any more.`, {
    reason: "secrets_broken",
    hint: "Put it back from a copy, or leave the team and join again with a new invitation.",
  });
