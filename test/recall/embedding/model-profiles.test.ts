import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { fileModelProfiles } from "../../../src/recall/embedding/model-profiles.ts";
import {
  type FittedProfile,
  SHIPPED_MODEL,
  SHIPPED_PROFILE,
} from "../../../src/recall/rules/model-profile.ts";
import { folderOfTest } from "../../support/memory.ts";

const MODEL = "intfloat/multilingual-e5-small/remote/0123456789ab";
const FITTED: FittedProfile = {
  profile: {
    ...SHIPPED_PROFILE,
    unrelatedCosine: 0.7,
    leastCosine: 0.76,
    reads: ["hangul"],
    fittedUnread: [],
  },
  fittedAt: new Date("2026-02-12T10:30:00.000Z"),
  decisions: 42,
  foreignSilent: 0.98,
  ownFound: 0.9,
};

async function profilesInFolder() {
  const folder = (await folderOfTest()).file("profiles");
  return { folder, profiles: fileModelProfiles(folder, (path) => path) };
}

describe("Profiles of models in the home folder", () => {
  it("are read as they were saved, also by another process", async () => {
    const { folder, profiles } = await profilesInFolder();
    const file = await profiles.save(MODEL, FITTED);
    const other = fileModelProfiles(folder, (path) => path);
    expect(await other.of(MODEL)).toEqual(FITTED.profile);
    expect(await other.describe(MODEL)).toEqual({ origin: "fitted", file, ...FITTED });
  });

  it("are replaced by a new fit", async () => {
    const { folder, profiles } = await profilesInFolder();
    await profiles.save(MODEL, FITTED);
    await profiles.save(MODEL, { ...FITTED, decisions: 60 });
    expect(await profiles.describe(MODEL)).toMatchObject({ decisions: 60 });
    expect(await readdir(folder)).toHaveLength(1);
  });

  it.skipIf(process.platform === "win32")("are readable only by the user", async () => {
    const { folder, profiles } = await profilesInFolder();
    const file = await profiles.save(MODEL, FITTED);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
  });

  it("have a safe name of their own for every identity", async () => {
    const { folder, profiles } = await profilesInFolder();
    const models = ["../../etc/passwd", "a/b", "a-b", "..", "모델/1", `${"long ".repeat(100)}/1`, "CON"];
    for (const model of models) await profiles.save(model, FITTED);
    const names = await readdir(folder);
    expect(names).toHaveLength(models.length);
    for (const name of names) expect(name).toMatch(/^[a-z0-9][a-z0-9.-]{0,80}\.json$/i);
    for (const model of models) expect(await profiles.of(model)).toEqual(FITTED.profile);
  });

  it("are absent for a model that nobody fitted", async () => {
    const { profiles } = await profilesInFolder();
    expect(await profiles.of(MODEL)).toBeUndefined();
    expect(await profiles.describe(MODEL)).toEqual({ origin: "absent" });
  });

  it.each([
    ["half of it", (text: string) => text.slice(0, text.length / 2)],
    ["of another model", (text: string) => text.replace(MODEL, "another/1")],
    ["without a weight", (text: string) => text.replace(/"bias": [^,]+,/, "")],
    ["with a weight that is no number", (text: string) => text.replace(/"bias": [^,]+,/, '"bias": "1",')],
    ["of a later format", (text: string) => text.replace('"format": 1', '"format": 2')],
  ])("are damaged, and treated as absent: %s", async (_, damage) => {
    const { profiles } = await profilesInFolder();
    const file = await profiles.save(MODEL, FITTED);
    const text = await readFile(file, "utf8");
    expect(damage(text)).not.toBe(text);
    await writeFile(file, damage(text));
    expect(await profiles.of(MODEL)).toBeUndefined();
    expect(await profiles.describe(MODEL)).toEqual({ origin: "damaged", file });
    await profiles.save(MODEL, FITTED);
    expect(await profiles.of(MODEL)).toEqual(FITTED.profile);
  });

  it("do not exist for the shipped model, whatever is in the folder", async () => {
    const { profiles } = await profilesInFolder();
    await profiles.save(SHIPPED_MODEL, FITTED);
    expect(await profiles.of(SHIPPED_MODEL)).toBe(SHIPPED_PROFILE);
    expect(await profiles.describe(SHIPPED_MODEL)).toEqual({ origin: "shipped" });
  });

  it("say if they could not be written", async () => {
    const noFolder = (await folderOfTest()).file("file");
    await writeFile(noFolder, "");
    const profiles = fileModelProfiles(noFolder, (path) => path);
    await expect(profiles.save(MODEL, FITTED)).rejects.toMatchObject({ reason: "profile_not_written" });
  });
});
