import { readdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { fileLinkBackups } from "../../../src/decisions/files/link-backups.ts";
import { openDraft } from "../../../src/shared/files/whole-files.ts";
import { folderOfTest } from "../../support/memory.ts";

const backup = (created_at: string) => ({ project: "shop", created_at, include_protected: false, links: [] });

it("The manifest of a backup that stayed a draft is deleted with the draft, and that of a backup elsewhere is kept", async () => {
  const { path: folder } = await folderOfTest();
  const backups = fileLinkBackups(folder, (path) => path);
  const moved = await backups.write(backup("2026-01-01T00:00:00.000Z"));
  await rename(moved.file, `${moved.file}.elsewhere`);

  const killed = await backups.write(backup("2026-01-02T00:00:00.000Z"));
  const draft = await openDraft(killed.file, "private");
  await draft.write(await readFile(killed.file, "utf8"));
  await draft.finish();
  const abandoned = draft.path.replace(/[0-9a-f]{8}(-[0-9a-f]{8}\.draft)$/, "00000000$1");
  await rename(draft.path, abandoned);
  await rename(killed.file, join(folder, "unnamed"));
  expect(await backups.latest("shop")).toBeUndefined();

  await writeFile(join(folder, "notes.json"), "{}");
  await backups.write(backup("2026-01-03T00:00:00.000Z"));
  expect((await readdir(folder)).sort()).toEqual([
    "backup-manifest-2026-01-01T00-00-00-000Z.json",
    "backup-manifest-2026-01-03T00-00-00-000Z.json",
    "links-backup-2026-01-01T00-00-00-000Z.json.elsewhere",
    "links-backup-2026-01-03T00-00-00-000Z.json",
    "notes.json",
    "unnamed",
  ]);
});
