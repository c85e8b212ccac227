import type { Antipattern } from "../domain/decisions/antipattern.ts";
import concurrency from "../knowledge/antipatterns/concurrency.yaml";
import data from "../knowledge/antipatterns/data.yaml";
import reliability from "../knowledge/antipatterns/reliability.yaml";
import security from "../knowledge/antipatterns/security.yaml";

/** What is known without having failed here. The tests hold it against its schema, so a start need not. */
export const ANTIPATTERNS = [concurrency, data, reliability, security].flat() as readonly Antipattern[];
