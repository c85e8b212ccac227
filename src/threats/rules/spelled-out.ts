/** The verb for a request of each method, as people ask for it. */
const VERBS: Readonly<Record<string, string>> = {
  GET: "show",
  HEAD: "show",
  POST: "add",
  PUT: "change",
  PATCH: "change",
  DELETE: "delete",
};

const ROUTE = /\b(GET|HEAD|POST|PUT|PATCH|DELETE)\s+(\/[\w/:<>{}.*?=&$[\]-]*)/g;
/** `:id`, `{id}`, `<int:id>`, `[id]`, `$id`, `42`, `*`. */
const PARAMETER = /^(?::.+|\{.*\}|<.*>|\[.*\]|\$.+|\d+|\*+)$/;
/** Parts of a path that say nothing about what it is for. */
const EMPTY = /^(?:api|rest|v\d+)?$/;

/**
 * The text with its routes as a sentence, which an embedding model understands better: `PUT /teams/:id/members` is
 * "change members of teams by id". Where each of two things has an id, both are said, since one may be checked alone.
 */
export function spelledOut(text: string): string {
  return text.replace(ROUTE, (_, method: string, path: string) => {
    const [address = "", query] = path.split("?");
    const parts = address.split("/").filter((part) => !EMPTY.test(part));
    const isParameter = parts.map((part) => PARAMETER.test(part));
    const several = isParameter.filter(Boolean).length > 1;
    const things = parts
      .map((part, i) => `${part.replace(/[-_.]+/g, " ")}${several && isParameter[i + 1] ? " by id" : ""}`)
      .filter((_thing, i) => !isParameter[i]);
    const byId = !several && isParameter.includes(true) ? " by id" : "";
    const filtered = query === undefined ? "" : ` with ${query.replace(/\W+/g, " ").trim()}`;
    return `${VERBS[method]} ${things.reverse().join(" of ")}${byId}${filtered}`;
  });
}
