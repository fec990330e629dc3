import { sql } from 'kysely'

/** The refund period of a deal, its own or that of its platform; for queries that join `platforms`. */
export const refundDays = sql<number | null>`coalesce(deals.refund_days, platforms.refund_days)`
