/** Whether the client of a key may report that a person agreed. The keys that exist may not. */
export const keyConsent = `
  ALTER TABLE access_keys ADD COLUMN may_consent INTEGER NOT NULL DEFAULT 0 CHECK (may_consent IN (0, 1));
  `;
