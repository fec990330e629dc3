import type { Insertable } from 'kysely'
import type { Trx } from '~/db/executor'
import type { ChangeLogs } from '~/db/schema'

type Change = Pick<
  Insertable<ChangeLogs>,
  'deal_id' | 'title' | 'description' | 'kind' | 'old_value' | 'new_value' | 'effective_on' | 'source_url'
> & {
  /** Id of the staff profile that verified the change. */
  staff: string
}

/**
 * Logs a change that staff made or found themselves, in the given transaction. It is verified at once and earns no karma,
 * because it has no reporter.
 *
 * @returns the id of the entry
 */
export async function logVerifiedChange(trx: Trx, { staff, ...change }: Change) {
  const { id } = await trx
    .insertInto('change_logs')
    .values({ ...change, status: 'APPROVED', moderated_by: staff, moderated_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
