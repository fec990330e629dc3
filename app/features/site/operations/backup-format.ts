// A backup is a tar file compressed by gzip. In it, in this order: manifest.json; `files/`, what of DATA_DIR a site needs;
// `tables/<name>/<number>.copy`, rows in COPY's text format; `jobs/`, those that wait, as arguments of add_job.

/** Changes when older programs could no longer read a backup. */
export const BACKUP_VERSION = 2

/** The first entry: what is in the backup. */
export const MANIFEST = 'manifest.json'

export type Manifest = DumpedDatabase & {
  format: 'lifetime-ledger-backup'
  version: number
  /** ISO 8601, in UTC. */
  madeAt: string
}

/** The order of `columns` is that of the values in a row; generated columns are left out. */
export type DumpedDatabase = {
  /** The names of its migrations, in their order. */
  migrations: string[]
  tables: { name: string; columns: string[] }[]
  /** The last value that each sequence has given out; those that have given out none are left out. */
  sequences: { name: string; last: string }[]
  /** The size of the database on the disk, indexes included. */
  databaseBytes: number
  /** The size of its rows. */
  rowBytes: number
}

/** What of DATA_DIR belongs to this machine, is mail that was not sent, or is a backup. */
const LEFT_BEHIND = /^(postgres|postgres\.new|postgres-password|lock|lock-journal|uploads|mail|backups)$/

/** The end of the name of a file that is being restored. A killed process may leave such files. */
export const DRAFT = '.restored'

/** @param name the path of a file of DATA_DIR, with slashes */
export const isRestoredFile = (name: string) => !LEFT_BEHIND.test(name.split('/', 1)[0]!) && !name.endsWith(DRAFT)
