import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { installed } from "../../scripts/installed-client.mjs";
import { startScriptedModel } from "./fake-models/scripted-model.mjs";
import { startRefusingProxy } from "./refusing-proxy.mjs";
import { runProgram } from "./run-program.mjs";

/** The program of a client, or `undefined` where it cannot be installed. */
export const programOf = (client) => installed(client.package, client.file);

/**
 * Runs one session of a real client without a terminal, against a model that follows a script (`startScriptedModel`).
 *
 * - `client`: what a file such as `claude-code.mjs` exports.
 * - `home`, `repo`: folders of this test; the client sees no other home.
 * - `settings`: files to write first: `{ home: { path: text or JSON }, repo: {…} }`.
 * - `prompts`: the first starts the session, the others resume it. A function of the folders and the model's address returns
 *   the arguments of the client instead, for commands such as the installation of a plugin.
 * - `env`, `flags`: added to what the client always gets.
 *
 * Answers with the runs, one for each prompt, what the model was asked, what it could not do, and what the client tried to
 * reach outside of this machine.
 */
export async function runSession({
  client,
  home,
  repo,
  settings = {},
  prompts,
  model: steps,
  env = {},
  flags = [],
  patience,
}) {
  const program = await programOf(client);
  if (!program) throw new Error(`${client.package} is not installed; ask programOf first.`);
  await writeFiles(home, merged(settings.home ?? {}, client.files ?? {}));
  await writeFiles(repo, settings.repo ?? {});
  await mkdir(repo, { recursive: true });
  const model = await startScriptedModel(client.protocol, steps);
  const proxy = await startRefusingProxy();
  try {
    const { PATH = "", LANG = "C.UTF-8" } = process.env;
    const always = { PATH, LANG, HOME: home, TMPDIR: join(home, "tmp"), ...proxy.variables };
    await mkdir(always.TMPDIR, { recursive: true });
    const environment = { ...always, ...client.environment({ home, repo, model: model.url }), ...env };
    const runs = [];
    let begun = false;
    for (const prompt of prompts) {
      const args =
        typeof prompt === "function"
          ? prompt({ home, repo, model: model.url })
          : client.arguments({ prompt, resumes: begun, flags, repo, model: model.url });
      begun ||= typeof prompt !== "function";
      const [command, ...first] = client.command(program);
      const options = { env: environment, cwd: repo, patience };
      runs.push(await runProgram(command, [...first, ...args], options));
    }
    return {
      runs,
      exits: runs.map(({ code }) => code),
      output: runs.map(({ out, err }) => `${out}${err}`).join("\n"),
      requests: model.requests,
      problems: model.problems,
      stepsTaken: model.stepsTaken(),
      refused: proxy.refused(),
      environment,
    };
  } finally {
    await model.close();
    await proxy.close();
  }
}

/** What the client always needs is added to the settings of the test, where these are JSON. */
function merged(given, always) {
  const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
  if (!isObject(given) || !isObject(always)) return always;
  const both = Object.entries(always).map(([key, value]) => [key, merged(given[key], value)]);
  return { ...given, ...Object.fromEntries(both) };
}

async function writeFiles(folder, files) {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, typeof content === "string" ? content : JSON.stringify(content, undefined, 2));
  }
}
