import { createHash } from "node:crypto";
import { canonicalJson, type Json } from "../shared/canonical-json.ts";

/** What a header says of a part: covers the salt and the arguments. Both texts are hexadecimal. */
export const sharedPartDigest = (salt: string, args: Json): string =>
  createHash("sha256").update(Buffer.from(salt, "hex")).update(canonicalJson(args)).digest("hex");
