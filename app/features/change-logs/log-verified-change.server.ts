import type { Insertable } from 'kysely'
import type { Trx } from '~/db/executor'
import type { ChangeLogs } from '~/db/schema'

type Change = Pick<
  Insertable<ChangeLogs>,
  'deal_id' | 'title' | 'description' | 'kind' | 'old_value' | 'new_value' | 'effective_on'
> & {
  /** Id of the staff profile that verified the change. */
  staff: string
}

/**
 * Logs a change that staff made or found themselves, in the given transaction. It is verified at once and earns no karma,
 * because it has no reporter.
 */
export async function logVerifiedChange(trx: Trx, { staff, ...change }: Change) {
  await trx
    .insertInto('change_logs')
    .values({ ...change, status: 'APPROVED', moderated_by: staff, moderated_at: new Date() })
    .execute()
}
