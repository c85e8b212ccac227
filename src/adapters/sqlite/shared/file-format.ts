/**
 * The file format of this program, which is the number of migration steps. It stands in every entry of the log, so that
 * the file can refuse a program that has had it open since before an upgrade.
 */
export const FILE_FORMAT = 29;

/** What the file says to such a program. Programs from 0.2.0 on turn it into a message of their own. */
export const UPDATE_NEEDED =
  "A newer Membria upgraded this memory file. Update this program and start it again; nothing was written.";

/** The first format with an entry's own format in the log. */
export const FIRST_GUARDED_FORMAT = 11;

/** Every entry says the format of the program that wrote it, so that an older one is stopped at its next write. */
export const refuseOlderPrograms = (format: number): string => `
  DROP TRIGGER IF EXISTS audit_by_older_program;
  CREATE TRIGGER audit_by_older_program BEFORE INSERT ON audit WHEN new.format < ${format} BEGIN
    SELECT RAISE(ABORT, '${UPDATE_NEEDED}');
  END;
  `;
