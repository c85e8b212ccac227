import { access } from "node:fs/promises";
import { join } from "node:path";
import type { WholeFiles } from "../../shared/whole-files.ts";
import type { Client, Places, Scope, SettingsFile } from "../client.ts";
import type { ClientFiles, FileChange } from "../client-files.ts";
import type { Program } from "../program.ts";
import { carryOut, planInstallation, planRemoval, receiptsIn, unlessUnusable } from "./change-files.ts";
import { examineClient, findPackages } from "./examine-client.ts";

export interface ClientFilesOptions {
  readonly places: Places;
  readonly program: Program;
  /** Where the files as they were are kept. */
  readonly folder: string;
  readonly files: WholeFiles;
  /** The variables of this process. */
  readonly variables: Readonly<Record<string, string | undefined>>;
  readonly masked: (line: string) => string;
}

const exists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

export function clientFiles({
  places,
  program,
  folder,
  files,
  variables,
  masked,
}: ClientFilesOptions): ClientFiles {
  const receipts = receiptsIn(join(folder, "clients"), files);
  const settingsOf = async (client: Client, scope: Scope): Promise<readonly SettingsFile[]> =>
    Promise.all(client.settings(scope, places, program).map(asFound));
  const plan = async (
    client: Client,
    scope: Scope,
    change: (file: SettingsFile) => Promise<FileChange>,
  ): Promise<readonly FileChange[]> =>
    Promise.all((await settingsOf(client, scope)).map((file) => unlessUnusable(file, change)));
  return {
    masked,
    isFetched: program.isFetched,
    project: places.project,
    async isPresent(client) {
      return (await Promise.all(client.traces(places).map(exists))).includes(true);
    },
    planInstallation: (client, scope) => plan(client, scope, (file) => planInstallation(file, receipts)),
    planRemoval: (client, scope) => plan(client, scope, (file) => planRemoval(file, receipts)),
    carryOut: (change, scope) => carryOut(change, scope, receipts, files),
    examine: async (client, scope) =>
      examineClient(client, await settingsOf(client, scope), places, (file) =>
        unlessUnusable(file, () => planInstallation(file, receipts)),
      ),
    packages: (client) => findPackages(client, places),
    surroundings: ({ keepsVariables, startsInProject }) => ({
      folder: startsInProject ? places.project : places.userHome,
      variables: Object.fromEntries(
        Object.entries(variables).flatMap(([name, value]) =>
          value !== undefined && (keepsVariables?.includes(name) ?? true) ? [[name, value]] : [],
        ),
      ),
    }),
  };
}

/** The file that the person has, if there are two names for it. */
async function asFound(file: SettingsFile): Promise<SettingsFile> {
  if (file.format !== "json" || file.otherwise === undefined) return file;
  const path = (await exists(file.otherwise)) ? file.otherwise : file.path;
  return { ...file, path };
}
