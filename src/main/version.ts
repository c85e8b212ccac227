/** Set by the build from package.json; a placeholder when the sources run directly. */
declare const MEMBRIA_VERSION: string | undefined;

export const version = typeof MEMBRIA_VERSION === "string" ? MEMBRIA_VERSION : "0.0.0-source";
