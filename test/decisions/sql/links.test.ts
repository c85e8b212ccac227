import { describe } from "vitest";
import { openSqlite } from "../../contract/open-sqlite.ts";
import { openedForEach } from "../../contract/opened-for-each.ts";
import { depending } from "./depending.ts";
import { linking } from "./linking.ts";
import { tidyingLinks } from "./tidying-links.ts";

describe("A SQLite file", () => {
  const opened = openedForEach(openSqlite);
  describe("keeps links", () => linking(opened));
  describe("tells what rests on what", () => depending(opened));
  describe("maintains links in bulk", () => tidyingLinks(opened));
});
