const LINE = /^\| `([^`]+)` \|/gm;

/** Dependencies without a line, and lines without a dependency. */
export function dependencyProblems(page, dependencies) {
  const explained = new Set([...page.matchAll(LINE)].map(([, name]) => name));
  const names = Object.keys(dependencies);
  return [
    ...names
      .filter((name) => !explained.has(name))
      .map((name) => `docs/dependencies.md does not say why ${name} is a dependency.`),
    ...[...explained]
      .filter((name) => !names.includes(name))
      .map((name) => `docs/dependencies.md explains ${name}, which is no dependency.`),
  ];
}
