/** What was recorded in a stretch of time, without reading all that ever was. */
export const usage = `
  CREATE INDEX outcomes_by_time ON outcomes (project, at);
  `;
