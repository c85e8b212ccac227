import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import type { TextLines } from "../../domain/moving/external-files.ts";
import { Fault } from "../../domain/shared/errors.ts";

/** Reads a file of any size line by line. */
export async function openTextLines(path: string): Promise<TextLines> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) {
    throw new Fault("not_found", `There is no file ${path}.`, {
      field: "file",
      received: path,
      reason: "file_not_found",
      hint: "Check its name; nothing was changed.",
    });
  }
  const hash = createHash("sha256");
  let count = 0;
  for await (const chunk of createReadStream(path)) {
    hash.update(chunk as Buffer);
    for (const byte of chunk as Buffer) if (byte === 0x0a) count++;
  }
  return {
    fingerprint: hash.digest("hex"),
    count: count + 1,
    async *lines(after) {
      let number = 0;
      for await (const text of createInterface({
        input: createReadStream(path, "utf8"),
        crlfDelay: Infinity,
      })) {
        if (++number > after) yield { number, text };
      }
    },
  };
}
