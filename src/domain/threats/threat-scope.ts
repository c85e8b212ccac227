/** Written by `npm run docs` from the patterns in `src/knowledge/threats`, so that a list need not read them. */
export const THREAT_LANGUAGES = ["python", "typescript"] as const;
export const THREAT_FRAMEWORKS = ["express", "flask"] as const;
