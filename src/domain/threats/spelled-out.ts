/** What a request of each method does, as people ask for it. */
const VERBS: Readonly<Record<string, string>> = {
  GET: "show",
  HEAD: "show",
  POST: "add",
  PUT: "change",
  PATCH: "change",
  DELETE: "delete",
};

const ROUTE = /\b(GET|HEAD|POST|PUT|PATCH|DELETE)\s+(\/[\w/:<>{}.*?=&$[\]-]*)/g;
/** `:id`, `{id}`, `<int:id>`, `[id]`, `$id`, `*`. */
const PARAMETER = /^(?::.+|\{.*\}|<.*>|\[.*\]|\$.+|\*+)$/;
/** Parts of a path that say nothing about what it is for. */
const EMPTY = /^(?:api|rest|v\d+)?$/;

/**
 * The text with its routes as a sentence, which an embedding model understands better: `PUT /teams/:id/members` is
 * "change members of teams by id".
 */
export function spelledOut(text: string): string {
  return text.replace(ROUTE, (_, method: string, path: string) => {
    const [address = "", query] = path.split("?");
    const parts = address.split("/").filter((part) => !EMPTY.test(part));
    const things = parts.filter((part) => !PARAMETER.test(part)).map((part) => part.replace(/[-_.]+/g, " "));
    const byId = parts.some((part) => PARAMETER.test(part)) ? " by id" : "";
    const filtered = query === undefined ? "" : ` with ${query.replace(/\W+/g, " ").trim()}`;
    return `${VERBS[method]} ${things.reverse().join(" of ")}${byId}${filtered}`;
  });
}
