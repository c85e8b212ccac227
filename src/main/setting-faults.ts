import { Fault } from "../shared/errors.ts";

export function invalidSetting(
  source: string,
  { about, asFlag }: { readonly about: string; readonly asFlag: boolean },
  value: unknown,
): Fault {
  // A setting that is not allowed as a flag is a secret, and must not be repeated.
  const shown = asFlag ? JSON.stringify(value) : "its current value";
  return new Fault("invalid", `The setting ${source} must not be ${shown}.`, {
    field: source,
    ...(asFlag && { received: value }),
    reason: "invalid_setting",
    hint: `${about}.`,
  });
}

export function unknownSetting(name: string, path: string, known: readonly string[]): Fault {
  return new Fault("invalid", `There is no setting ${name} (in ${path}).`, {
    field: name,
    reason: "unknown_setting",
    hint: `Known settings: ${known.join(", ")}.`,
  });
}
