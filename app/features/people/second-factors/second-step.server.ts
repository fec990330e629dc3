import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { consumeRateLimit, findRetryAfter, resetRateLimit } from '~/features/people/limits/limits.server'
import { addMail } from '~/features/people/mails/mails.server'
import { redeemOneTimeCode } from './authenticators.server'
import { recordFactorChange } from './factor-changes.server'
import { redeemRecoveryCode } from './recovery-codes.server'
import type { Factor } from './second-factor'
import { countAttempt, endChallenge } from './sign-in-challenges.server'

type Challenge = { id: string; userId: string; email: string }

/** `ended`: the sign-in has to begin again, because it took too long or that was the last attempt. */
type SecondStep =
  | { outcome: 'signed-in' }
  | { outcome: 'wrong'; left: number }
  | { outcome: 'ended' }
  | { outcome: 'locked'; retryAfter: number }

/** Checks the code of a sign-in with the right password, and ends its challenge if it is right. */
export async function takeSecondStep(challenge: Challenge, factor: Factor, code: string): Promise<SecondStep> {
  const { id, userId, email } = challenge
  const retryAfter = await consumeRateLimit('second factor of account', userId)
  if (retryAfter) return { outcome: 'locked', retryAfter }
  const counted = await countAttempt(id)
  if (!counted) return { outcome: 'ended' }

  if (!(await redeem({ id: userId, email }, factor, code))) {
    await recordAudit({ actor: null, action: 'second-factor.failed', entity: 'profile', id: userId })
    await reportLockedCodes({ id: userId })
    if (counted.left > 0) return { outcome: 'wrong', left: counted.left }
    await endChallenge(id)
    return { outcome: 'ended' }
  }
  if (!(await endChallenge(id))) return { outcome: 'ended' }
  await resetRateLimit('second factor of account', userId)
  return { outcome: 'signed-in' }
}

async function redeem(user: { id: string; email: string }, factor: Factor, code: string) {
  if (factor === 'authenticator') return redeemOneTimeCode(user.id, code)
  return inTransaction(async (trx) => {
    if (!(await redeemRecoveryCode(user.id, code, trx))) return false
    await recordFactorChange(trx, { user, actor: user.id, change: 'recovery-code-used' })
    return true
  })
}

/** After a wrong code: emails the owner if the codes of the account are locked now, once for each lock. */
export async function reportLockedCodes({ id }: { id: string }) {
  if (!(await findRetryAfter('second factor of account', id))) return
  if ((await consumeRateLimit('lock mail to account', id)) === undefined) {
    await addMail(db, { to: { user: id }, kind: 'second-factor-locked' })
  }
}
