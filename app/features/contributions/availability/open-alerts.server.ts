import { sql } from 'kysely'
import type { Trx } from '~/db/executor'
import type { DealStatus } from '~/db/schema'
import type { WaitingItem } from '~/features/contributions/kinds/queue-kind.server'

export type OpenAlert = WaitingItem & { kind: 'ended_report' | 'broken_link'; dealId: string }

/** Doubts of members and of the link check about these deals. Call this before locking the deals, to avoid deadlocks. */
export async function lockOpenAlerts(trx: Trx, dealIds: string[]): Promise<OpenAlert[]> {
  return trx
    .selectFrom('deal_alerts')
    .select([
      'id',
      'deal_id as dealId',
      sql<string>`xmin::text`.as('version'),
      sql<OpenAlert['kind']>`case kind when 'BROKEN_LINK' then 'broken_link' else 'ended_report' end`.as('kind'),
    ])
    .where(sql<boolean>`deal_id = any(${dealIds}::uuid[])`)
    .where('kind', 'in', ['ENDED_REPORTS', 'REOPENED_REPORTS', 'BROKEN_LINK'])
    .where('status', '=', 'PENDING')
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** A decision on an alert that sets the deal to Expired settles the other alerts about it. */
export const SETTLES_OTHER_ALERTS = {
  async lockSettled(trx: Trx, id: string): Promise<WaitingItem[]> {
    const alert = await trx.selectFrom('deal_alerts').select('deal_id').where('id', '=', id).executeTakeFirst()
    const alerts = alert ? await lockOpenAlerts(trx, [alert.deal_id]) : []
    return alerts.filter((other) => other.id !== id)
  },
  settlesOthers: ({ statusBefore }: { statusBefore?: DealStatus }) =>
    statusBefore !== undefined && statusBefore !== 'EXPIRED',
}
