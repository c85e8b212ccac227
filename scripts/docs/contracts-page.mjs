import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { code, generatedFrom, page, table } from "./markdown.mjs";

const FOLDER = "docs/promises";
const STATES = ["test", "different", "later"];

/** The promises of each document, as `docs/promises/*.yaml` have them. */
export async function readPromises(root) {
  const names = (await readdir(join(root, FOLDER))).filter((name) => name.endsWith(".yaml")).sort();
  return Promise.all(
    names.map(async (name) => ({
      file: `${FOLDER}/${name}`,
      ...parse(await readFile(join(root, FOLDER, name), "utf8")),
    })),
  );
}

export function contractsPage(documents) {
  return page(
    generatedFrom("What the documents promise", `${code(`${FOLDER}/*.yaml`)}`),
    "Membria implements five public documents. Each of their promises is here with the test that shows it, or with why Membria does something else. A test is named by its file in `test` and its title.",
    documents.map(({ title, sections }) => [
      `## ${title}`,
      sections.map(({ section, promises }) => [
        `### ${section}`,
        table(
          ["promise", "shown by"],
          promises.map((row) => [row.promise, shownBy(row)]),
        ),
      ]),
    ]),
    "## Counts",
    table(["document", "promises", "tested", "different, with a reason", "later"], counts(documents)),
  );
}

function shownBy({ test, different, later }) {
  if (different) return `Different: ${different}`;
  if (later) return `Later: ${later}`;
  return [test].flat().map(shownTest).join("; ");
}

function shownTest(reference) {
  const { file, title } = split(reference);
  return `${code(file)}: ${title}`;
}

function split(reference) {
  const at = reference.indexOf(": ");
  return at < 0
    ? { file: reference, title: "" }
    : { file: reference.slice(0, at), title: reference.slice(at + 2) };
}

function counts(documents) {
  const rows = documents.map(({ title, sections }) => {
    const promises = sections.flatMap((section) => section.promises);
    return [title, promises.length, ...STATES.map((state) => promises.filter((row) => row[state]).length)];
  });
  const total = (column) => rows.reduce((sum, row) => sum + row[column], 0);
  return [...rows, ["all", total(1), total(2), total(3), total(4)]];
}

/** Promises without exactly one answer, and those that name a test that does not exist. */
export async function promiseProblems(root, documents) {
  const texts = new Map();
  const textOf = async (file) => {
    if (!texts.has(file))
      texts.set(file, await readFile(join(root, "test", file), "utf8").catch(() => undefined));
    return texts.get(file);
  };
  const found = [];
  for (const { file, sections } of documents) {
    for (const row of sections.flatMap((section) => section.promises)) {
      const answers = STATES.filter((state) => row[state]);
      if (answers.length !== 1) found.push(`${file}: "${row.promise}" needs one of ${STATES.join(", ")}.`);
      for (const reference of [row.test ?? []].flat()) {
        const { file: test, title } = split(reference);
        const text = await textOf(test);
        if (text === undefined)
          found.push(`${file}: "${row.promise}" names test/${test}, which is not there.`);
        else if (title === "" || !text.includes(title))
          found.push(`${file}: "${row.promise}" names a test "${title}", which test/${test} does not have.`);
      }
    }
  }
  return found;
}
