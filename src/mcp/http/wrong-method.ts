import type { Context } from "hono";
import { problemResponse } from "./problem.ts";

/** For a path that has other methods. */
export const wrongMethod =
  (allow: string) =>
  ({ req }: Pick<Context, "req">): Response =>
    problemResponse({
      status: 405,
      code: "METHOD_NOT_ALLOWED",
      message: `${req.path} does not support ${req.method}. Use ${allow.replace(/, (\w+)$/, " or $1")}.`,
      headers: { Allow: allow },
    });
