/** The newest outcomes of a project, for whoever looks for what changed. */
export const anomalies = `
  CREATE INDEX outcomes_by_project ON outcomes (project, seq) WHERE counts = 1;
  `;
