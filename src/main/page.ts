import { dirname } from "node:path";
import { shippedFile } from "../adapters/embedding/shipped-file.ts";
import { pageFiles } from "../adapters/files/page-files.ts";
import type { HttpSettings } from "../mcp/http/start.ts";
import type { Wiring } from "./wire.ts";

/** The page of this installation, and what it knows about the folder that the server was started in. */
export function pageOf({ project, checkout }: Wiring): HttpSettings["page"] {
  const shell = shippedFile("page/index.html");
  return {
    files: pageFiles(shell === undefined ? undefined : dirname(shell)),
    place: {
      project: async () => (await project()).project,
      checkoutOf: async (asked) => ((await project()).project === asked ? checkout : undefined),
    },
  };
}
