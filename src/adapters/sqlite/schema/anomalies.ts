/** Finds the newest outcomes of a project, for the anomaly detectors. */
export const anomalies = `
  CREATE INDEX outcomes_by_project ON outcomes (project, seq) WHERE counts = 1;
  `;
