import { type RawBuilder, sql } from 'kysely'
import { db } from '~/db/database.server'
import { KINDS, type Kind } from '~/features/contributions/kinds/kinds'
import { COUNT_CAP } from '~/ui/pluralize'

const OVERDUE = sql`waiting_since < now() - interval '24 hours'`

/** All waiting items, counted up to COUNT_CAP + 1. */
export async function countWaiting() {
  const { waiting } = await db.selectNoFrom(countCapped(sql`from queue_items`).as('waiting')).executeTakeFirstOrThrow()
  return waiting
}

/** Waiting items by kind, and how many of all wait for more than 24 hours, counted up to COUNT_CAP + 1. */
export async function countTabs() {
  const { overdue, ...counts } = await db
    .selectNoFrom([
      ...KINDS.map((kind) => countKind(kind).as(kind)),
      countCapped(sql`from queue_items where ${OVERDUE}`).as('overdue'),
    ])
    .executeTakeFirstOrThrow()
  return { counts: counts as Record<Kind, number>, overdue }
}

const countKind = (kind: Kind) => countCapped(sql`from queue_items where kind = ${kind}`)

/** A column that counts rows; COUNT_CAP + 1 means any larger number. */
export function countCapped(rows: RawBuilder<unknown>) {
  return sql<number>`(select count(*) from (select ${rows} limit ${COUNT_CAP + 1}) counted)`
}
