import type { Trx } from '~/db/executor'
import { recordAudit } from '~/features/people/audit/audit.server'
import { addMail, type SecurityMail } from '~/features/people/mails/mails.server'

const ACTIONS = {
  'authenticator-added': 'authenticator.added',
  'authenticator-removed': 'authenticator.removed',
  'recovery-codes-made': 'recovery-codes.made',
  'recovery-code-used': 'recovery-code.used',
  'second-factors-reset': 'second-factors.reset',
} as const satisfies Partial<Record<SecurityMail, string>>

type FactorChange = {
  /** Whose factors they are. */
  user: { id: string; email: string }
  /** The id of the user who changed them; null for the command line. */
  actor: string | null
  change: keyof typeof ACTIONS
}

/** Writes the audit entry and queues the mail to the owner, in the transaction of the change. */
export async function recordFactorChange(trx: Trx, { user, actor, change }: FactorChange) {
  await recordAudit({ actor, action: ACTIONS[change], entity: 'profile', id: user.id }, trx)
  await addMail(trx, { to: { user: user.id }, kind: change })
}
