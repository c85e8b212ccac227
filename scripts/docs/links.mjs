import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join, relative, resolve } from "node:path";

const SKIPPED = new Set(["node_modules", "dist", "coverage", ".git"]);
const LINK = /\]\(\s*<?([^)\s>]+)>?[^)]*\)|<(?:img|source|a)\b[^>]*?\b(?:src|srcset|href)="([^"]+)"/g;

/** Broken relative links in Markdown files, including those to headings. */
export async function brokenLinks(root) {
  const broken = [];
  for (const file of await markdownFiles(root)) {
    const prose = withoutCode(await readFile(file, "utf8"));
    for (const [, inline, tag] of prose.matchAll(LINK)) {
      const link = inline ?? tag;
      if (/^[a-z][a-z0-9+.-]*:/i.test(link)) continue;
      if (!(await leadsSomewhere(file, link)))
        broken.push(`${relative(root, file)} links to ${link}, which is not there.`);
    }
  }
  return broken;
}

async function markdownFiles(directory) {
  const entries = await readdir(directory, { withFileTypes: true });
  const found = await Promise.all(
    entries.map(async (entry) => {
      const path = join(directory, entry.name);
      if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : markdownFiles(path);
      return entry.name.endsWith(".md") ? [path] : [];
    }),
  );
  return found.flat().sort();
}

function withoutCode(markdown) {
  return markdown.replace(/^(`{3,})[\s\S]*?^\1\s*$/gm, "").replace(/`[^`\n]*`/g, "`");
}

async function leadsSomewhere(from, link) {
  const [path, heading] = decodeURI(link).split("#");
  const target = path === "" ? from : resolve(dirname(from), path);
  if (!(await stat(target).catch(() => undefined))) return false;
  if (!heading || !target.endsWith(".md")) return true;
  return headingsOf(await readFile(target, "utf8")).has(heading);
}

/** Headings as GitHub names them. */
function headingsOf(markdown) {
  const lines = markdown.replace(/^(`{3,})[\s\S]*?^\1\s*$/gm, "").matchAll(/^#{1,6} +(.+)$/gm);
  return new Set(
    Array.from(lines, ([, heading]) =>
      heading
        .toLowerCase()
        .replace(/[^\p{L}\p{N}\s_-]/gu, "")
        .trim()
        .replaceAll(" ", "-"),
    ),
  );
}
