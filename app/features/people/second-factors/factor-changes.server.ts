import type { Trx } from '~/db/executor'
import type { SecurityMail } from '~/db/job-queue.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { queueMail } from '~/features/people/mails/mails.server'

const ACTIONS = {
  'authenticator-added': 'authenticator.added',
  'authenticator-removed': 'authenticator.removed',
  'recovery-codes-made': 'recovery-codes.made',
  'recovery-code-used': 'recovery-code.used',
  'second-factors-reset': 'second-factors.reset',
} as const satisfies Record<SecurityMail, string>

type FactorChange = {
  /** Whose factors they are. */
  user: { id: string; email: string }
  /** The id of the user who changed them; null for the command line. */
  actor: string | null
  change: SecurityMail
}

/** Writes the audit entry and queues the mail to the owner, in the transaction of the change. */
export async function recordFactorChange(trx: Trx, { user, actor, change }: FactorChange) {
  await recordAudit({ actor, action: ACTIONS[change], entity: 'profile', id: user.id }, trx)
  await queueMail(change, user.email, trx)
}
