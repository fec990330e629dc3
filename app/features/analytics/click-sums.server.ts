import { type RawBuilder, sql } from 'kysely'
import { RANGES } from './range'

/** What clicks are added up by: a table of days, and one with the sum of every range as of the day in click_roll_up. */
export type Summed = { key: string; days: string; sums: string }
export const DEALS: Summed = { key: 'deal_id', days: 'deal_click_days', sums: 'deal_click_sums' }
export const REFERRERS: Summed = { key: 'referrer', days: 'referrer_click_days', sums: 'referrer_click_sums' }

const NAMES = Object.values(RANGES).map(({ column }) => column)
/** The columns of all sums, in this order. */
export const COLUMNS = sql.join(NAMES.map((name) => sql.ref(name)))

/** The ranges that every day moves, with how many days they have. */
export const MOVING = [RANGES['7'], RANGES['30'], RANGES['90']].map(({ column }) => ({
  column: sql.ref(column),
  days: sql.lit(Number(column.slice('last_'.length))),
}))

/** An aggregate over rows with a `day`, once for every range that ends today. */
export function inRanges(aggregate: RawBuilder<unknown>, today: string) {
  const moving = MOVING.map(({ days }) => sql`coalesce(${aggregate} filter (where day > ${today}::date - ${days}), 0)`)
  return sql.join([...moving, aggregate])
}

/** Sums of sums, for every range. */
export const SUMS_OF_ALL = sql.join(NAMES.map((name) => sql`sum(${sql.ref(name)})`))

/** For a table called `sums`: adds what could not be inserted. */
export const ADD_EXCLUDED = sql.join(
  NAMES.map((name) => sql`${sql.ref(name)} = ${sql.ref(`sums.${name}`)} + ${sql.ref(`excluded.${name}`)}`),
)
