/** Finds the outcomes of a period of time without reading all of them. */
export const usage = `
  CREATE INDEX outcomes_by_time ON outcomes (project, at);
  `;
