import * as z from "zod";
import { Fault } from "../../domain/shared/errors.ts";
import { defineCommand } from "../command.ts";
import { readSecret } from "../read-secret.ts";

const MIN_LENGTH = 12;

export const adminSetSecret = defineCommand({
  name: "admin set-secret",
  summary:
    "Set the secret that AGENT_MEMORY_SECRET must match for the role admin. It is read from standard input.",
  positionals: [],
  input: z.strictObject({}),
  async run(_, { installation, terminal }) {
    const secret = await readSecret(`New secret (at least ${MIN_LENGTH} characters): `);
    if (secret.length < MIN_LENGTH) {
      throw new Fault(
        "invalid",
        `The secret has ${secret.length} characters and needs at least ${MIN_LENGTH}.`,
        {
          reason: "secret_too_short",
          hint: "For example: openssl rand -base64 24 | tee /dev/tty | membria admin set-secret",
        },
      );
    }
    await installation.setAdminSecret(secret);
    return {
      json: { set: true },
      text: `${terminal.style("green", "Set.")} Start a server with MEMBRIA_ROLE=admin and AGENT_MEMORY_SECRET to use it.`,
    };
  },
});
