/** The languages and frameworks of the patterns as a module, so that schemas can use them without reading files. */
export function threatScope(threats, { languagesOf, frameworksOf }) {
  const list = (name, values) =>
    `export const ${name} = [${values.map((value) => JSON.stringify(value)).join(", ")}] as const;`;
  return [
    "/** Written by `npm run docs` from the patterns in `src/knowledge/threats`, so that a list need not read them. */",
    list("THREAT_LANGUAGES", languagesOf(threats)),
    list("THREAT_FRAMEWORKS", frameworksOf(threats)),
    "",
  ].join("\n");
}
