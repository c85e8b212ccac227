import { environmentOfPerson, runProgram } from "../../support/run-program.ts";
import { EXAMPLE_PROJECT } from "./example-deps.ts";

export interface LoggedAct {
  readonly action: string;
  readonly subject: string;
  readonly author_kind: string;
  readonly author: string;
  readonly client: string;
}

/** What the page has written into the audit log of the memory in `home`, in order, as the command line tells it. */
export async function actsOnPage(home: string): Promise<readonly LoggedAct[]> {
  const env = { ...environmentOfPerson(), MEMBRIA_HOME: home, MEMBRIA_PROJECT: EXAMPLE_PROJECT };
  const { code, out, err } = await runProgram(["audit", "--all", "--json"], { env });
  if (code !== 0) throw new Error(`membria audit ended with ${code}: ${err}`);
  return out
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as LoggedAct)
    .filter(({ client }) => client.startsWith("membria-page/"));
}
