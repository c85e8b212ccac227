import { AdrMark } from "../../domain/moving/adr-mark.ts";
import { type Markdown, type Span, spanOf } from "./markdown.ts";

const LINE = /^<!-- membria (\{.*\}) -->\s*$/;

export interface PlacedMark extends Span {
  readonly mark: AdrMark;
}

/** The comment that we left in a file. */
export function readMark({ preamble, sections, text }: Markdown): PlacedMark | undefined {
  const blocks = [...preamble, ...sections.flatMap((section) => section.blocks)];
  for (const block of blocks.toReversed()) {
    if (block.type !== "html") continue;
    const span = spanOf(block);
    const [, json] = LINE.exec(text.slice(span.from, span.to)) ?? [];
    const { data } = AdrMark.safeParse(json === undefined ? undefined : parsed(json));
    if (data) return { mark: data, ...span };
  }
  return undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
