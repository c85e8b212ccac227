/** The repositories that may use a project by the name in their project file. */
export const projectBindings = `
  CREATE TABLE project_bindings (
    seq INTEGER PRIMARY KEY,
    project TEXT NOT NULL,
    repository TEXT NOT NULL,
    reason TEXT NOT NULL CHECK (reason IN ('first-use', 'trusted')),
    at INTEGER NOT NULL,
    UNIQUE (project, repository)
  ) STRICT;
  `;
