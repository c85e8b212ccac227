import type { Client } from "./run-session.mjs";

export const ALL_CLIENTS: Client[];
