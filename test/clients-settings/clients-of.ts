import { join } from "node:path";
import type { Places } from "../../src/clients/client.ts";
import type { ClientFiles } from "../../src/clients/client-files.ts";
import { clientFiles } from "../../src/clients/editing/client-files.ts";
import type { Program } from "../../src/clients/program.ts";
import { wholeFiles } from "../../src/shared/files/whole-files.ts";

export interface TestClients extends ClientFiles {
  readonly places: Places;
  readonly program: Program;
}

/** The clients of a person with this home, and a program in a folder with a space. */
export function clientsOf(home: string, given: Partial<Program> = {}): TestClients {
  const places = {
    platform: "linux",
    userHome: home,
    project: join(home, "shop"),
    variables: {},
    join,
  };
  const program: Program = {
    words: ["/usr/bin/node", "/opt/mem bria/dist/membria.js"],
    flags: [],
    isFetched: false,
    platform: "linux",
    ...given,
  };
  const files = clientFiles({
    places,
    program,
    folder: join(home, ".membria"),
    files: wholeFiles,
    variables: {},
    masked: (line) => line,
  });
  return { ...files, places, program };
}
