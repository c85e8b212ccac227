/**
 * An outcome can be withdrawn, and the link by which a decision replaces its duplicate says so in its body. What the body
 * has to say is in `LinkMerge`.
 */
export const corrections = `
  ALTER TABLE outcomes ADD COLUMN withdrawn TEXT CHECK (withdrawn IS NULL OR json_valid(withdrawn));
  CREATE INDEX links_merging_out ON links (from_id, to_id) WHERE json_extract(body, '$.merge') IS NOT NULL;
  CREATE INDEX links_merging_in ON links (to_id, from_id) WHERE json_extract(body, '$.merge') IS NOT NULL;
  CREATE INDEX links_taken_over ON links (json_extract(body, '$.merged_from'))
    WHERE json_extract(body, '$.merged_from') IS NOT NULL;
  `;
