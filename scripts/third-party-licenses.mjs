import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { root } from "./run.mjs";

/** The names, versions and licence texts of every package that has code in the bundles. */
export async function thirdPartyLicenses(...metafiles) {
  const packages = new Map();
  for (const { inputs } of metafiles.flatMap(({ outputs }) => Object.values(outputs))) {
    for (const [input, { bytesInOutput }] of Object.entries(inputs)) {
      const directory = packageDirectory(input);
      if (!directory || bytesInOutput === 0) continue;
      packages.set(directory, [...(packages.get(directory) ?? []), input]);
    }
  }
  const sections = await Promise.all(
    [...packages]
      .sort(([a], [b]) => a.localeCompare(b))
      .map(([directory, inputs]) => section(directory, inputs)),
  );
  return [
    "The bundled program contains code of the following packages under their own licences.",
    ...sections,
  ].join("\n\n");
}

function packageDirectory(input) {
  return /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
}

async function section(directory, inputs) {
  const { name, version, license } = JSON.parse(
    await readFile(join(root, directory, "package.json"), "utf8"),
  );
  const texts = await licenceTexts(directory, name);
  if (texts.length === 0) {
    throw new Error(
      `${name} ${version} (${license ?? "no licence named"}) is in the bundle but brings no licence text. ` +
        "Leave it out of the bundle, or ship its text.",
    );
  }
  const vendored = await vendoredPackages(inputs);
  const note = vendored.length > 0 ? `\nContains code of ${vendored.join(", ")}.` : "";
  return `${"=".repeat(78)}\n${name} ${version}\nLicence: ${license}${note}\n\n${texts.join("\n\n").trim()}\n`;
}

async function licenceTexts(directory, name) {
  const names = await readdir(join(root, directory));
  const licences = names.filter((file) => /^(licen[cs]e|copying|notice)(\.|-|$)/i.test(file)).sort();
  if (licences.length === 0) return licenceOfRepository(name);
  return Promise.all(licences.map((file) => readFile(join(root, directory, file), "utf8")));
}

/** Some packages leave the text in their repository. */
async function licenceOfRepository(name) {
  const file = `${name.replace("@", "").replace("/", "-")}.txt`;
  return readFile(join(root, "scripts", "licences", file), "utf8").then(
    (text) => [text],
    () => [],
  );
}

/** A package may itself be a bundle; its bundler leaves the origin of each part in a comment. */
async function vendoredPackages(inputs) {
  const names = new Set();
  for (const input of inputs) {
    const source = await readFile(join(root, input), "utf8");
    for (const [, name, version] of source.matchAll(
      /^\/\/#region .*node_modules\/\.pnpm\/((?:@[^@/+]+\+)?[^@/]+)@([^_/]+)/gm,
    )) {
      names.add(`${name.replace("+", "/")} ${version}`);
    }
  }
  return [...names].sort((a, b) => a.localeCompare(b));
}
