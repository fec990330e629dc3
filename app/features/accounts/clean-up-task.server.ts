import { deleteOldContactMessages } from '~/features/contact/contact-messages.server'
import { cleanUpImports } from '~/features/csv-import/clean-up-imports.server'
import { deleteExpiredLimits } from '~/features/limits/limits.server'
import { deleteOldEvents } from '~/features/notifications/deal-events.server'
import { deleteOldNotifications } from '~/features/notifications/notifications.server'
import { deleteOldMails } from '~/features/notifications/send-mails.server'
import { deleteOldProofs } from '~/features/reviews/purchase-proofs.server'
import { deleteOldPasskeyChallenges } from '~/features/second-factors/passkey-challenges.server'
import { deleteOldChallenges } from '~/features/second-factors/sign-in-challenges.server'
import { deleteOldDevices } from './known-devices.server'
import { deleteDeadSessions } from './sessions.server'
import { deleteDeadTokens } from './tokens.server'

/** Daily job: deletes expired rows, which are ignored before that anyway. */
export async function cleanUp() {
  await deleteDeadSessions()
  await deleteDeadTokens()
  await deleteOldChallenges()
  await deleteOldPasskeyChallenges()
  await deleteOldDevices()
  await deleteExpiredLimits()
  await cleanUpImports()
  await deleteOldNotifications()
  await deleteOldEvents()
  await deleteOldContactMessages()
  await deleteOldProofs()
  await deleteOldMails()
}
