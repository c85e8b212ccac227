/** The arguments of the MAMA document's own example. */
export const CHECKPOINT_EXAMPLE = {
  summary: [
    "# 🎯 Goal & Progress",
    "- Goal: Finish auth middleware",
    "- Progress: Validation added, JWT refresh TODO (blocked by spec)",
    "",
    "# ✅ Evidence",
    "- File `packages/api/auth.js` status: Verified via unit test `npm test auth`",
    "- Command `npm test auth` status: Verified",
    "- Command `npm run e2e` status: Not run (takes 10m)",
    "",
    "# ⏳ Unfinished & Risks",
    "- JWT refresh flow not implemented; need spec for token lifetime",
    "- Risk: Logging still prints raw token in debug mode",
  ].join("\n"),
  open_files: ["/abs/path/to/packages/api/auth.js"],
  next_steps:
    "🚦 Next Agent Briefing\n- DoD: Auth middleware rejects invalid tokens and hides tokens in logs",
};
