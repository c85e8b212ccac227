import { mamaDialect } from "../mama-family/dialect.ts";
import { vocabulary } from "../tool.ts";

export const mamaTool = vocabulary("mama", mamaDialect);
