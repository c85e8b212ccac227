import * as z from "zod";
import { SHARED_FROM } from "../app/team/begin-sharing.ts";

/** Of the commands that begin to share a project. */
export const TEAM_FLAGS = {
  url: z
    .string()
    .optional()
    .describe(
      "The server, such as rediss://USER:PASSWORD@HOST:6379. Default MEMBRIA_GRAPH_URL, where others on this machine do not see the password.",
    ),
  from: z
    .enum(SHARED_FROM)
    .optional()
    .describe("Share what is written from now on, or all that is here. Asked for without it."),
  sources: z.boolean().default(false).describe("Share the passages that decisions were made in, too."),
  force: z
    .boolean()
    .default(false)
    .describe("Use the server though it has settings that may lose something."),
};
