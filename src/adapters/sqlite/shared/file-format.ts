/**
 * The file format of this program, which is the number of migration steps. It stands in every entry of the log, so that
 * the file can refuse a program that has had it open since before an upgrade.
 */
export const FILE_FORMAT = 11;

/** What the file says to such a program. Programs from 0.2.0 on turn it into a message of their own. */
export const UPDATE_NEEDED =
  "A newer Membria upgraded this memory file. Update this program and start it again; nothing was written.";
