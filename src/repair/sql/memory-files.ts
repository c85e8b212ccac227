import { existsSync, rmSync } from "node:fs";
import { Fault } from "../../shared/errors.ts";
import { unfinishedName } from "../../store/file/file-copies.ts";
import type { MemoryFiles } from "../rules/memory-files.ts";
import { examineFile, reportOnCopy } from "./examine-file.ts";
import { unpackFile } from "./packed-file.ts";
import { syncFile } from "./replace-file.ts";
import { replaceWith, requireUnused } from "./restore-backup.ts";
import { salvageFile } from "./salvage-file.ts";

/** The file of the memory at a path, for those who mend it. */
export function sqliteFiles(path: string): MemoryFiles {
  return {
    examine: (onProgress) => examineFile(path, onProgress),
    async salvage({ dryRun, at, onProgress }) {
      const target = dryRun ? undefined : unfinishedName(path);
      try {
        if (target !== undefined) await requireUnused(path);
        const recovery = await salvageFile(path, target, at, onProgress);
        if (!recovery) throw nothingThere(path);
        return target === undefined ? recovery : { ...recovery, setAside: replaceWith(target, path) };
      } finally {
        if (target !== undefined) rmSync(target, { force: true });
      }
    },
    async bringBack(copy) {
      const { isWhole } = await reportOnCopy(requireThere(copy));
      if (!isWhole) throw damagedCopy(copy);
      await requireUnused(path);
      const target = unfinishedName(path);
      try {
        await unpackFile(copy, target);
        syncFile(target);
        return replaceWith(target, path);
      } finally {
        rmSync(target, { force: true });
      }
    },
  };
}

function requireThere(copy: string): string {
  if (existsSync(copy)) return copy;
  throw new Fault("not_found", `There is no file ${copy}.`, {
    field: "from",
    received: copy,
    reason: "unknown_file",
    remedies: [{ remedy: "examine-damage" }],
  });
}

function damagedCopy(copy: string): Fault {
  return new Fault("conflict", `The copy ${copy} is damaged, or is not a memory. Nothing was changed.`, {
    field: "from",
    reason: "damaged_copy",
    hint: "Use another copy.",
    remedies: [{ remedy: "examine-damage" }],
  });
}

function nothingThere(path: string): Fault {
  return new Fault("not_found", `Nothing of a memory can be read in ${path}. Nothing was changed.`, {
    reason: "nothing_to_recover",
    hint: "Only a copy of the file helps.",
    remedies: [{ remedy: "examine-damage" }],
  });
}
