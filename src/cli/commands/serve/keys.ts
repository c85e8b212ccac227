/** Commands about keys of the HTTP server, and the secret of its administrators. */

import * as z from "zod";
import {
  type AccessKey,
  createKey,
  expiryWarning,
  type IssuedKey,
  listKeys,
  parseProjectName,
  revokeKey,
  rotateKey,
} from "../../../access/index.ts";
import { Fault } from "../../../shared/errors.ts";
import { perform } from "../../../shared/operations/operation.ts";
import { keyFacts } from "../../../tools/record-fields.ts";
import { noticeText } from "../../../tools/wording.ts";
import { defineCommand } from "../../command.ts";
import { table } from "../../terminal.ts";
import { PLAIN_WORDING } from "../../wording.ts";

const creating = createKey.input.shape;

export const keysCreate = defineCommand({
  name: "keys create",
  summary: "Create a key for a program that uses the HTTP server. It is shown only once.",
  positionals: [],
  input: z.strictObject({
    name: creating.name,
    role: creating.role.describe("What it may do."),
    project: z.string().optional().describe("The only project it may use; without it the caller names one"),
    expires: creating.expires.describe("30d, 12h or a date. Default 30d."),
    mayConsent: creating.mayConsent.describe(
      "Its client may ask the person and report the answer. Give it only to clients that show questions to people.",
    ),
  }),
  async run({ project, ...input }, { deps, call, terminal }) {
    const issued = await perform(
      createKey,
      { ...input, ...(project !== undefined && { project: parseProjectName(project, "--project") }) },
      await deps(),
      await call(),
    );
    return { json: issuedFields(issued), text: issuedText(issued, (text) => terminal.style("bold", text)) };
  },
});

export const keysList = defineCommand({
  name: "keys list",
  summary: "List the keys, without their secrets.",
  positionals: [],
  input: z.strictObject({}),
  async run(input, { deps, call, terminal }) {
    const opened = await deps();
    const found = await perform(listKeys, input, opened, await call());
    const keys = found.map((key) => keyFields(key, opened.clock.now()));
    const rows = keys.map(({ id, standing, role, project, may_consent, expires_at, last_used_at, name }) => [
      id,
      standing,
      role,
      project ?? "any project",
      may_consent ? "may report consent" : "",
      `until ${day(expires_at)}`,
      `used ${day(last_used_at)}`,
      name,
    ]);
    const warnings = keys.flatMap(({ warning }) => warning ?? []);
    return {
      json: { keys },
      text:
        keys.length === 0
          ? "There are no keys. Create one with: membria keys create --name NAME"
          : [table(rows, terminal.width), ...warnings].join("\n"),
    };
  },
});

const rotating = rotateKey.input.shape;

export const keysRotate = defineCommand({
  name: "keys rotate",
  summary: "Give a key a new secret and another 30 days. The old secret stops working at once.",
  positionals: ["id"],
  completes: { id: "keys" },
  input: z.strictObject({
    id: rotating.id.describe("The key's id"),
    expires: rotating.expires.describe("30d, 12h or a date. Default 30d."),
    overlap: rotating.overlap.describe("How long the old secret keeps working, such as 1h. At most 7d."),
  }),
  async run(input, { deps, call, terminal }) {
    const issued = await perform(rotateKey, input, await deps(), await call());
    const until = issued.key.previous?.until.toISOString();
    return {
      json: { ...issuedFields(issued), ...(until && { previous_until: until }) },
      text: [
        issuedText(issued, (text) => terminal.style("bold", text)),
        until ? `The old secret works until ${until}.` : "The old secret no longer works.",
      ].join("\n"),
    };
  },
});

export const keysRevoke = defineCommand({
  name: "keys revoke",
  summary: "End a key for good, with every session it opened.",
  positionals: ["id"],
  completes: { id: "keys" },
  input: z.strictObject({ id: revokeKey.input.shape.id.describe("The key's id") }),
  async run(input, { deps, call }) {
    const { clock, ...rest } = await deps();
    const key = await perform(revokeKey, input, { clock, ...rest }, await call());
    return {
      json: keyFields(key, clock.now()),
      text: `${key.id} (${key.name}) is no longer valid.`,
    };
  },
});

const MIN_LENGTH = 12;

export const adminSetSecret = defineCommand({
  name: "admin set-secret",
  summary:
    "Set the secret that AGENT_MEMORY_SECRET must match for the role admin. It is read from standard input.",
  positionals: [],
  input: z.strictObject({}),
  personOnly: { does: "sets the secret of administrators", agent: true, script: false },
  async run(_, { installation, terminal }) {
    const { readSecret } = await import("../../prompts.ts");
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

/** A key without its secret. */
function keyFields(key: AccessKey, now: Date) {
  const warning = key.revokedAt ? undefined : expiryWarning(key, now);
  return {
    ...keyFacts(key, now),
    warning: warning === undefined ? null : noticeText(warning, PLAIN_WORDING),
  };
}

const day = (time: string | null): string => time?.slice(0, 10) ?? "never";

/** A new key with its secret, which is shown only once. */
function issuedFields({ key, token }: IssuedKey) {
  return {
    id: key.id,
    key: token,
    name: key.name,
    role: key.role,
    ...(key.project && { project: key.project }),
    ...(key.mayConsent && { may_consent: true }),
    expires_at: key.expiresAt.toISOString(),
  };
}

function issuedText({ key, token }: IssuedKey, bold: (text: string) => string): string {
  const where = key.project ? ` in ${key.project}` : "";
  const consent = key.mayConsent ? ", may report the consent of a person" : "";
  return [
    bold(token),
    `${key.id} (${key.name}) has the role ${key.role}${where}${consent} and expires on ${key.expiresAt.toISOString().slice(0, 10)}.`,
    "It is shown only once. Send it in the header Authorization: Bearer KEY.",
  ].join("\n");
}
