import type { ReadResourceResult } from "@modelcontextprotocol/server";
import { PNG } from "./media.ts";

type Contents = ReadResourceResult["contents"][number];

const STATIC: Readonly<
  Record<string, { readonly mimeType: string; readonly text?: string; readonly blob?: string }>
> = {
  "test://static-text": {
    mimeType: "text/plain",
    text: "This is the content of the static text resource.",
  },
  "test://static-binary": { mimeType: "image/png", blob: PNG },
  "test://watched-resource": { mimeType: "text/plain", text: "Nothing changes here." },
};

export const RESOURCES = Object.entries(STATIC).map(([uri, { mimeType }]) => ({
  uri,
  name: uri.slice("test://".length),
  description: "A fixture",
  mimeType,
}));

export const TEMPLATE = {
  uriTemplate: "test://template/{id}/data",
  name: "template",
  description: "A fixture with a variable",
  mimeType: "application/json",
};

const IN_TEMPLATE = /^test:\/\/template\/([^/]+)\/data$/;

/** Undefined when there is no such fixture. */
export function contentsAt(uri: string): Contents | undefined {
  const own = STATIC[uri];
  if (own) return { uri, ...own } as Contents;
  const id = IN_TEMPLATE.exec(uri)?.[1];
  if (id === undefined) return undefined;
  const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` });
  return { uri, mimeType: TEMPLATE.mimeType, text };
}
