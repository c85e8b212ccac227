import { posix } from "node:path";
import type { Places } from "../../src/clients/client.ts";
import type { Program } from "../../src/clients/program.ts";

export const PLACES: Places = {
  platform: "linux",
  userHome: "/home/somebody",
  project: "/home/somebody/shop",
  variables: {},
  join: posix.join,
};

export const PROGRAM: Program = {
  words: ["/usr/bin/node", "/opt/membria/dist/membria.js"],
  flags: [],
  isFetched: false,
  platform: "linux",
};
