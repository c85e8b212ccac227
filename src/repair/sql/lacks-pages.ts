import { openPages } from "./file-pages.ts";

/** Whether pages that the header counts are neither in the file nor in its write-ahead log: somebody has cut it. */
export function lacksPages(path: string): boolean {
  const pages = openPages(path, 0);
  try {
    for (let number = pages.stated; number > 0; number--) if (!pages.page(number)) return true;
    return false;
  } finally {
    pages.close();
  }
}
