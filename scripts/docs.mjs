import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";
import { commandsPage } from "./docs/commands-page.mjs";
import { dependencyProblems } from "./docs/dependencies.mjs";
import { brokenLinks } from "./docs/links.mjs";
import { withClients } from "./docs/readme-clients.mjs";
import { resourcesPage } from "./docs/resources-page.mjs";
import { settingsPage } from "./docs/settings-page.mjs";
import { toolsPage } from "./docs/tools-page.mjs";
import { root } from "./run.mjs";

const { values: options } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const source = (path) => tsImport(`../src/${path}`, import.meta.url);
const text = (path) => readFile(join(root, path), "utf8").catch(() => "");

/** Every file that is written by a program, with what it should say. */
async function generated() {
  const [inventory, errors, settings, commands, parse, ...resources] = await Promise.all(
    [
      "tools/inventory.ts",
      "domain/errors.ts",
      "main/settings.ts",
      "cli/commands/index.ts",
      "cli/parse.ts",
      "resources/inventory.ts",
      "prompts/inventory.ts",
      "domain/anomaly-detectors.ts",
      "domain/errors.ts",
      "mcp/protocol-error.ts",
    ].map(source),
  );
  return {
    "docs/tools.md": toolsPage(inventory, errors),
    "docs/resources.md": resourcesPage(...resources),
    "docs/settings.md": settingsPage(settings),
    "docs/commands.md": commandsPage(commands.COMMANDS, parse),
    "README.md": withClients(await text("README.md")),
  };
}

async function problems() {
  const stale = [];
  for (const [path, wanted] of Object.entries(await generated())) {
    if ((await text(path)) !== wanted) stale.push(`${path} is stale. Run: npm run docs`);
  }
  const { dependencies, optionalDependencies, devDependencies } = JSON.parse(await text("package.json"));
  return [
    ...stale,
    ...dependencyProblems(await text("docs/dependencies.md"), {
      ...dependencies,
      ...optionalDependencies,
      ...devDependencies,
    }),
    ...(await brokenLinks(root)),
  ];
}

if (options.check) {
  const found = await problems();
  for (const problem of found) console.error(problem);
  if (found.length === 0) console.log("The documents agree with the code, and their links resolve.");
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  for (const [path, wanted] of Object.entries(await generated())) {
    if ((await text(path)) === wanted) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), wanted);
    console.log(`Wrote ${path}`);
  }
}
