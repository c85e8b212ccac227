import { mkdir, realpath, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Run, runProgram } from "./command-line.ts";
import { folderOfTest } from "./memory.ts";

export interface Workplace {
  /** A clone with this origin, as far as Membria looks at one, and this name in its project file. */
  clone(folder: string, origin: string, project?: string): Promise<string>;
  /** A folder with this name in its project file. */
  folder(name: string, project: string): Promise<string>;
  /** The program in a folder, typed by a person unless the variables say otherwise. */
  run(cwd: string, argv: readonly string[], env?: Readonly<Record<string, string>>): Promise<Run>;
  /** The same with `--json`. @throws if it fails. */
  json(
    cwd: string,
    argv: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<Record<string, unknown>>;
  /** For other processes on the same memory. */
  readonly env: Readonly<Record<string, string>>;
  readonly path: string;
}

/** Repositories and folders that share a memory. */
export async function workplace(): Promise<Workplace> {
  const path = await realpath((await folderOfTest()).path);
  const env = { MEMBRIA_HOME: join(path, "home"), MEMBRIA_EMBEDDING: "off", MEMBRIA_LOG_LEVEL: "error" };
  const named = (directory: string, project: string | undefined): Promise<void> =>
    project === undefined
      ? Promise.resolve()
      : writeFile(join(directory, ".membria.json"), JSON.stringify({ project, dueDays: 7 }));
  const run: Workplace["run"] = (cwd, argv, more = {}) => runProgram(argv, { cwd, env: { ...env, ...more } });
  return {
    path,
    env,
    run,
    async clone(folder, origin, project) {
      const root = join(path, folder);
      await mkdir(join(root, ".git"), { recursive: true });
      await writeFile(join(root, ".git", "HEAD"), "ref: refs/heads/main\n");
      await writeFile(join(root, ".git", "config"), `[remote "origin"]\n\turl = ${origin}\n`);
      await named(root, project);
      return root;
    },
    async folder(name, project) {
      const root = join(path, name);
      await mkdir(root, { recursive: true });
      await named(root, project);
      return root;
    },
    async json(cwd, argv, more) {
      const { code, out, err } = await run(cwd, [...argv, "--json"], more);
      if (code !== 0) throw new Error(`membria ${argv.join(" ")} ended with ${code}: ${out}${err}`);
      return JSON.parse(out) as Record<string, unknown>;
    },
  };
}
