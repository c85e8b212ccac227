import type { Log } from "../../src/shared/ports.ts";

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {}, with: () => silentLog };
