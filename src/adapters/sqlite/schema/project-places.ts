/**
 * The directories of this machine with the names that their projects had, and what was written from a directory while its
 * project was the one that all directories without a repository share.
 */
export const projectPlaces = `
  CREATE TABLE project_places (
    place TEXT NOT NULL,
    project TEXT NOT NULL,
    root_commit TEXT,
    began INTEGER NOT NULL CHECK (began IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (place, project)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX project_places_by_project ON project_places (project);
  CREATE INDEX project_places_by_commit ON project_places (root_commit) WHERE root_commit IS NOT NULL;

  CREATE TABLE change_places (
    change INTEGER PRIMARY KEY,
    place TEXT NOT NULL
  ) STRICT;
  CREATE INDEX change_places_by_place ON change_places (place);
  `;
