import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { ModelProfile, SHIPPED_MODEL, SHIPPED_PROFILE } from "../../domain/recall/model-profile.ts";
import type { ModelProfiles, ProfileOrigin } from "../../domain/recall/model-profiles.ts";
import { Fault } from "../../domain/shared/errors.ts";

const FORMAT = 1;
const LONGEST_NAME = 60;

const ProfileFile = z.strictObject({
  format: z.literal(FORMAT),
  model: z.string(),
  fitted_at: z.iso.datetime(),
  decisions: z.int().min(1),
  foreign_silent: z.number().min(0).max(1),
  own_found: z.number().min(0).max(1),
  profile: ModelProfile,
});

/**
 * Keeps one file per model in a folder, readable only by the user. It is read for every search, because another process
 * may fit the model again.
 */
export function fileModelProfiles(folder: string, show: (path: string) => string): ModelProfiles {
  const fileOf = (model: string): string => join(folder, nameOf(model));

  async function describe(model: string): Promise<ProfileOrigin> {
    if (model === SHIPPED_MODEL) return { origin: "shipped" };
    const path = fileOf(model);
    let text: string;
    try {
      text = await readFile(path, "utf8");
    } catch (error) {
      return isMissing(error) ? { origin: "absent" } : { origin: "damaged", file: show(path) };
    }
    const file = ProfileFile.safeParse(tryJson(text)).data;
    if (file?.model !== model) return { origin: "damaged", file: show(path) };
    return {
      origin: "fitted",
      file: show(path),
      profile: file.profile,
      fittedAt: new Date(file.fitted_at),
      decisions: file.decisions,
      foreignSilent: file.foreign_silent,
      ownFound: file.own_found,
    };
  }

  return {
    async of(model) {
      if (model === SHIPPED_MODEL) return SHIPPED_PROFILE;
      const found = await describe(model);
      return found.origin === "fitted" ? found.profile : undefined;
    },

    describe,

    async save(model, { profile, fittedAt, decisions, foreignSilent, ownFound }) {
      // Loaded when first needed, because a server that starts writes no profile.
      const { makeFolder, sweepDrafts, writeWholeFile } = await import("./whole-files.ts");
      const path = fileOf(model);
      const file: z.input<typeof ProfileFile> = {
        format: FORMAT,
        model,
        fitted_at: fittedAt.toISOString(),
        decisions,
        foreign_silent: foreignSilent,
        own_found: ownFound,
        profile,
      };
      try {
        await makeFolder(folder, 0o700);
        await sweepDrafts(folder);
        await writeWholeFile(path, `${JSON.stringify(file, null, 2)}\n`, "private");
      } catch (cause) {
        throw new Fault("unavailable", "The profile of the model could not be written.", {
          reason: "profile_not_written",
          hint: "Check that the folder profiles in MEMBRIA_HOME may be written and that the disk is not full.",
          cause,
        });
      }
      return show(path);
    },
  };
}

/** Readable, safe on every file system, and different for every identity. */
function nameOf(model: string): string {
  const readable =
    model
      .match(/[a-z0-9]+/gi)
      ?.join("-")
      .slice(0, LONGEST_NAME) ?? "model";
  const hash = createHash("sha256").update(model).digest("hex");
  return `${readable}-${hash.slice(0, 12)}.json`;
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === "ENOENT";

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
