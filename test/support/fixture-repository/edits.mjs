import { fileText, functionText, linesOf } from "./code.mjs";

/** Changes one of the numbers at the top of a file: the plainest of edits. */
export function changeNumber(files, path, random) {
  const lines = files.get(path).text.split("\n");
  const line = random.pick(lines.filter((text) => /^const [A-Z_]+ = \d+;$/.test(text)));
  const [name, value] = line.split(" = ");
  const other = Number.parseInt(value, 10) + random.whole(1, 40);
  return { kind: "replace", path, from: [line], to: [`${name} = ${other};`] };
}

/** Adds a function at the end of a file. */
export function addFunction(files, path, symbol) {
  const topic = path.split("/").at(-1).replace(".ts", "");
  const lines = files.get(path).text.trimEnd().split("\n");
  const added = ["", ...functionText(symbol, topic, "added")];
  const declared = lines.filter((line) => line.startsWith("export async function")).at(-1);
  const tail = lines.slice(lines.indexOf(declared));
  return { kind: "replace", path, from: tail, to: [...tail, ...added] };
}

/** Adds a line at the end of a document. */
export function addLine(files, path, line) {
  const last = files.get(path).text.trimEnd().split("\n").at(-1);
  return { kind: "replace", path, from: [last], to: [last, line] };
}

/** Takes functions out of a file. */
export function dropFunctions(files, path, symbols) {
  return symbols.map((symbol) => {
    const { lines } = linesOf(files.get(path).text, symbol);
    return { kind: "replace", path, from: ["", ...lines], to: [] };
  });
}

/** Moves a function to the end of its file, unchanged. */
export function moveToEnd(files, path, symbol) {
  const lines = files.get(path).text.trimEnd().split("\n");
  const { first, last, lines: moved } = linesOf(files.get(path).text, symbol);
  const text = [...lines.slice(0, first - 1), ...lines.slice(last + 1), "", ...moved].join("\n");
  return { kind: "write", path, text: `${text}\n` };
}

/** Writes a function anew: its name stays, its lines do not. */
export function rewriteFunction(files, path, symbol) {
  const { lines } = linesOf(files.get(path).text, symbol);
  const topic = path.split("/").at(-1).replace(".ts", "");
  return { kind: "replace", path, from: lines, to: functionText(symbol, topic, "rewritten") };
}

/** Writes a file anew; some functions keep their names. */
export function rewriteFile(path, symbols) {
  const topic = path.split("/").at(-1).replace(".ts", "");
  return { kind: "write", path, text: fileText({ topic, symbols, library: "../shared" }, "rewritten") };
}

/** Moves a folder, and the imports that lead there. */
export function moveFolder(files, from, to) {
  const ops = [];
  const [oldName, newName] = [from, to].map((folder) => folder.split("/").at(-2));
  for (const [path, { text }] of files) {
    if (path.startsWith(from)) ops.push({ kind: "rename", path, to: to + path.slice(from.length) });
    const imports = text
      .split("\n")
      .filter((line) => line.startsWith("import ") && line.includes(`/${oldName}/`));
    const now = path.startsWith(from) ? to + path.slice(from.length) : path;
    for (const line of imports) {
      ops.push({
        kind: "replace",
        path: now,
        from: [line],
        to: [line.replace(`/${oldName}/`, `/${newName}/`)],
      });
    }
  }
  return ops;
}
