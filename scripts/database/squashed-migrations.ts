/** The first and the last of the migrations that were squashed on 2026-11-25. */
const [FIRST, LAST] = ['2026-11-22-01_text_functions', '2026-11-25-70_live_totals']

/** The last of those that replaced them. Together they make the same tables. */
const LAST_REPLACEMENT = '2026-11-25-14_announcements'

/** Whether these are migrations from before the squash. A database that has them is moved by a backup. */
export const areSquashed = (migrations: string[]) => migrations[0] === FIRST

/** Says how to move a database that has these migrations. */
export function explainMove(migrations: string[]) {
  const update = migrations.at(-1) === LAST ? '' : `start it once with the last version that has ${LAST}, `
  return `The migrations of this database have been squashed: ${update}back it up (npm run backup -- FILE), then restore the backup with this version into a new DATA_DIR or an empty database (npm run restore -- FILE), see docs/operations/upgrades.md.`
}

/**
 * The migrations of this program that make the tables which these migrations made.
 *
 * @param known the migrations of this program, in their order
 * @throws an Error that says what to do first, if the tables differ
 */
export function replaceSquashed(migrations: string[], known: string[]) {
  if (!areSquashed(migrations)) return migrations
  if (migrations.at(-1) !== LAST) throw new Error(explainMove(migrations))
  return known.slice(0, known.indexOf(LAST_REPLACEMENT) + 1)
}
