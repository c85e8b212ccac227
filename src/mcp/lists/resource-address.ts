import { RESOURCES } from "../../resources/inventory.ts";
import type { JsonObject } from "../../resources/resource.ts";
import { Fault } from "../../shared/errors.ts";
import type { ResourceParams } from "./resource-params.ts";

export interface ResourceAddress {
  readonly uri: string;
  readonly args: JsonObject;
}

/** @throws Fault `invalid` if neither an address nor a name is given, or a variable of the address is missing. */
export function addressOf({ uri, name, arguments: args = {} }: ResourceParams): ResourceAddress {
  if (uri !== undefined) return { uri, args };
  if (name === undefined) {
    throw new Fault("invalid", "uri is required.", {
      field: "uri",
      reason: "missing_argument",
      hint: "Send the address of the resource as uri, such as membria://decisions/all.",
    });
  }
  const named = RESOURCES.find((resource) => resource.name === name);
  return named ? expanded(named.address, args) : { uri: name, args };
}

/** Puts arguments in the place of the variables of an address. The others stay arguments. */
function expanded(address: string, args: JsonObject): ResourceAddress {
  const { ...rest } = args;
  const uri = address.replaceAll(/\{(\w+)\}/g, (_, variable: string) => {
    const value = rest[variable];
    if (typeof value !== "string" || value === "") {
      throw new Fault("invalid", `${variable} is required for ${address}.`, {
        field: variable,
        received: value,
        reason: "missing_argument",
        hint: `Send it as a text in arguments, or send the whole address as uri.`,
      });
    }
    delete rest[variable];
    return encodeURIComponent(value);
  });
  return { uri, args: rest };
}
