import type { Antipattern } from "../domain/decisions/antipattern.ts";
import concurrency from "../knowledge/antipatterns/concurrency.yaml";
import data from "../knowledge/antipatterns/data.yaml";
import reliability from "../knowledge/antipatterns/reliability.yaml";
import security from "../knowledge/antipatterns/security.yaml";

/** The antipatterns that come with the program. The tests validate them, so that the start does not have to. */
export const ANTIPATTERNS = [concurrency, data, reliability, security].flat() as readonly Antipattern[];
