import { sql } from 'kysely'

/** Orders by a column as people read names, whatever their case, where the database must sort; elsewhere use `byName`. */
export const nameOrder = (column: string) => sql`lower(${sql.ref(column)}) collate "und-x-icu"`
