import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import { tsImport } from "tsx/esm/api";
import { accessPage } from "./docs/access-page.mjs";
import { commandsPage } from "./docs/commands-page.mjs";
import { contractsPage, promiseProblems, readPromises } from "./docs/contracts-page.mjs";
import { dependencyProblems } from "./docs/dependencies.mjs";
import { jsonPage } from "./docs/json-page.mjs";
import { brokenLinks } from "./docs/links.mjs";
import { manPage } from "./docs/man-page.mjs";
import { withClients } from "./docs/readme-clients.mjs";
import { resourcesPage } from "./docs/resources-page.mjs";
import { settingsPage } from "./docs/settings-page.mjs";
import { readSources } from "./docs/subjects.mjs";
import { subjectsDrawing, withSubjects } from "./docs/subjects-drawing.mjs";
import { THREAT_PAGES, threatPages } from "./docs/threat-pages.mjs";
import { toolsPage } from "./docs/tools-page.mjs";
import { loadThreatFiles } from "./knowledge.mjs";
import { packageTexts } from "./packages.mjs";
import { root } from "./run.mjs";

const { values: options } = parseArgs({ options: { check: { type: "boolean", default: false } } });

const source = (path) => tsImport(`../src/${path}`, import.meta.url);
const text = (path) => readFile(join(root, path), "utf8").catch(() => "");

/** Every generated file with its expected content. */
async function generated() {
  const [inventory, errors, settings, commands, parse, threat, ...resources] = await Promise.all(
    [
      "tools/inventory.ts",
      "shared/errors.ts",
      "main/settings.ts",
      "cli/commands/index.ts",
      "cli/parse.ts",
      "threats/rules/threat.ts",
      "resources/inventory.ts",
      "prompts/inventory.ts",
      "learning/rules/anomaly-detectors.ts",
      "shared/errors.ts",
      "mcp/protocol-error.ts",
    ].map(source),
  );
  const [resourceInventory, promptInventory] = resources;
  const actor = await source("shared/actor.ts");
  const threats = await loadThreatFiles();
  const sources = await readSources(join(root, "src"));
  return {
    "docs/tools.md": toolsPage(inventory, errors),
    "docs/resources.md": resourcesPage(...resources),
    "docs/access.md": accessPage(inventory, resourceInventory, promptInventory, actor),
    "docs/settings.md": settingsPage(settings),
    "docs/contracts.md": contractsPage(await readPromises(root)),
    "docs/commands.md": commandsPage(commands.COMMAND_GROUPS, parse),
    "docs/json.md": jsonPage(commands.COMMAND_GROUPS, JSON.parse(await text("test/cli/json-shapes.json"))),
    "man/membria.1": manPage(commands.COMMAND_GROUPS, settings, parse, await source("cli/command.ts")),
    ...threatPages(threats, threat),
    "docs/subjects.svg": subjectsDrawing(sources),
    "docs/ARCHITECTURE.md": withSubjects(await text("docs/ARCHITECTURE.md"), sources),
    ...(await packageTexts()),
    "README.md": withClients(await text("README.md")),
  };
}

/** Pages of patterns that no longer exist. */
async function leftOver(pages) {
  const there = await readdir(join(root, THREAT_PAGES)).catch(() => []);
  return there.map((name) => `${THREAT_PAGES}/${name}`).filter((path) => !(path in pages));
}

async function problems() {
  const pages = await generated();
  const stale = (await leftOver(pages)).map(
    (path) => `${path} is of a pattern that is gone. Run: npm run docs`,
  );
  for (const [path, wanted] of Object.entries(pages)) {
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
    ...(await promiseProblems(root, await readPromises(root))),
    ...(await brokenLinks(root)),
  ];
}

if (options.check) {
  const found = await problems();
  for (const problem of found) console.error(problem);
  if (found.length === 0) console.log("The documents agree with the code, and their links resolve.");
  process.exitCode = found.length === 0 ? 0 : 1;
} else {
  const pages = await generated();
  for (const path of await leftOver(pages)) await rm(join(root, path));
  for (const [path, wanted] of Object.entries(pages)) {
    if ((await text(path)) === wanted) continue;
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), wanted);
    console.log(`Wrote ${path}`);
  }
}
