import * as z from "zod";

/** Texts, in a file as an array and elsewhere with commas between them. */
export const list = z
  .union([z.array(z.string()), z.string().transform((text) => text.split(",").map((part) => part.trim()))])
  .transform((parts) => parts.filter((part) => part !== ""));

export const flag = z.union([
  z.boolean(),
  z
    .enum(["1", "true", "yes", "on", "0", "false", "no", "off"])
    .transform((text) => ["1", "true", "yes", "on"].includes(text)),
]);

interface Setting<S extends z.ZodType> {
  readonly schema: S;
  /** Environment variables; the first one that is set is used. */
  readonly env: readonly string[];
  readonly about: string;
  /** Whether it is allowed in the configuration file. */
  readonly inFile: boolean;
  /** Whether it is allowed as a flag; every user of the machine can read those. */
  readonly asFlag: boolean;
}

export const setting = <S extends z.ZodType>(
  schema: S,
  env: readonly string[],
  about: string,
  { inFile = true, asFlag = true } = {},
): Setting<S> => ({ schema, env, about, inFile, asFlag });

/** Neither in a file that may be shared nor where every user of the machine can read it. */
export const SECRET = { inFile: false, asFlag: false };
