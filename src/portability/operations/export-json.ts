import * as z from "zod";
import { defineOperation } from "../../shared/operations/operation.ts";
import { boundedText, LIMITS } from "../../shared/text.ts";
import { exportRecords } from "../sql/exports.ts";
import type { MovingDeps } from "./deps.ts";
import { EXPORT_FORMAT, EXPORT_VERSION } from "./portable-records.ts";

const PAGE = 200;

export const exportJson = defineOperation({
  name: "export-json",
  summary: "Write everything the memory knows as JSON, which can be imported again.",
  effect: "read",
  role: "viewer",
  input: z.strictObject({ file: boundedText(1, LIMITS.name).optional() }),
  /** Writes one JSON document with one record per line, so that neither writer nor reader has to hold it in memory. */
  async run({ file }, { memory, externalFiles, clock, observations }: MovingDeps, call) {
    await observations.flushBriefly();
    const output = await externalFiles.openOutput(file, { createFolder: true, keepMode: false });
    let records = 0;
    try {
      const head = {
        format: EXPORT_FORMAT,
        version: EXPORT_VERSION,
        exported_at: clock.now(),
        scope: call.scope,
      };
      await output.write(`${JSON.stringify(head).slice(0, -1)},"records":[\n`);
      for (let cursor: string | undefined; ; ) {
        call.signal.throwIfAborted();
        const page = await exportRecords(memory, call.scope, cursor, PAGE);
        for (const record of page.records) {
          await output.write(`${records++ === 0 ? "" : ",\n"}${JSON.stringify(record)}`);
        }
        call.progress(records, undefined, "exported");
        cursor = page.cursor;
        if (cursor === undefined) break;
      }
      await output.write("\n]}\n");
      await output.close();
    } catch (error) {
      await output.abandon();
      throw error;
    }
    return { file, records };
  },
});
