/** Names the process that embeds a memory, so that others need not wait for one that has ended. */
export const embeddingClaims = `
  ALTER TABLE embedding_queue ADD COLUMN claimed_by TEXT;
  `;
