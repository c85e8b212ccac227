/** Put in by the build from package.json; sources run directly say so. */
declare const MEMBRIA_VERSION: string | undefined;

export const version = typeof MEMBRIA_VERSION === "string" ? MEMBRIA_VERSION : "0.0.0-source";
