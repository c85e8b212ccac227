import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { Fault } from "../../shared/errors.ts";
import { makeFolder, sweepDrafts, writeWholeFile } from "../../shared/files/whole-files.ts";
import type { FittedProfile, ModelProfile, ProfileOrigin, Script } from "../rules/model-profile.ts";

const FORMAT = 1;
const LONGEST_NAME = 60;

const cosine = z.number().min(-1).max(1);
const share = z.number().min(0).max(1);
const weight = z.number().min(0);
const weights = z.strictObject({ bias: z.number(), cosine: weight, words: weight, known: weight });

/** The scripts are given, because a module that the start loads as well would become one more file to load there. */
export function profileSchema(known: readonly Script[]): z.ZodType<ModelProfile> {
  const scripts = z.array(z.enum(known)).readonly();
  return z
    .strictObject({
      relevance: z.strictObject({ latin: weights, cjk: weights }),
      wordsShare: z.strictObject({ latin: share, cjk: share }),
      unrelatedCosine: cosine,
      leastCosine: cosine,
      leastLinkedCosine: cosine,
      reads: scripts,
      fittedUnread: scripts,
    })
    .refine(({ unrelatedCosine, leastCosine }) => leastCosine > unrelatedCosine);
}

const fileSchema = (known: readonly Script[]) =>
  z.strictObject({
    format: z.literal(FORMAT),
    model: z.string(),
    fitted_at: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
    decisions: z.number().int().min(1),
    foreign_silent: share,
    own_found: share,
    profile: profileSchema(known),
  });
type ProfileFile = z.input<ReturnType<typeof fileSchema>>;

/** The profile of a model in the folder. A file that is damaged, or of another model, cannot be used. */
export async function readProfile(
  model: string,
  folder: string,
  show: (path: string) => string,
  scripts: readonly Script[],
): Promise<ProfileOrigin> {
  const path = join(folder, nameOf(model));
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === "ENOENT";
    return isMissing ? { origin: "absent" } : { origin: "damaged", file: show(path) };
  }
  const file = fileSchema(scripts).safeParse(tryJson(text)).data;
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

/** Returns its path. @throws Fault `unavailable` if it cannot be written. */
export async function writeProfile(
  model: string,
  { profile, fittedAt, decisions, foreignSilent, ownFound }: FittedProfile,
  folder: string,
): Promise<string> {
  const path = join(folder, nameOf(model));
  const file: ProfileFile = {
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
    return path;
  } catch (cause) {
    throw new Fault("unavailable", "The profile of the model could not be written.", {
      reason: "profile_not_written",
      hint: "Check that the folder profiles in MEMBRIA_HOME may be written and that the disk is not full.",
      cause,
    });
  }
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

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
