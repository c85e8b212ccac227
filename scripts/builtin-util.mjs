export * from "node:util";
