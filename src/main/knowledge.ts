import type { Antipattern } from "../decisions/index.ts";
import architecture from "../knowledge/antipatterns/architecture.yaml";
import authentication from "../knowledge/antipatterns/authentication.yaml";
import authorisation from "../knowledge/antipatterns/authorisation.yaml";
import concurrency from "../knowledge/antipatterns/concurrency.yaml";
import cryptography from "../knowledge/antipatterns/cryptography.yaml";
import data from "../knowledge/antipatterns/data.yaml";
import databases from "../knowledge/antipatterns/databases.yaml";
import delivery from "../knowledge/antipatterns/delivery.yaml";
import injection from "../knowledge/antipatterns/injection.yaml";
import operations from "../knowledge/antipatterns/operations.yaml";
import reliability from "../knowledge/antipatterns/reliability.yaml";
import secrets from "../knowledge/antipatterns/secrets.yaml";

/**
 * The antipatterns that come with the program. The tests validate them, so that the program does not have to. Imported
 * when first needed, because the start does not need them.
 */
export const ANTIPATTERNS = [
  secrets,
  cryptography,
  injection,
  authentication,
  authorisation,
  data,
  databases,
  reliability,
  concurrency,
  delivery,
  operations,
  architecture,
].flat() as readonly Antipattern[];
