import { deleteOldClickKeys } from '~/features/audience/clicks/clicks.server'
import { deleteOldContactMessages } from '~/features/audience/contact/contact-messages.server'
import { deleteUnsavedMatches } from '~/features/audience/following/match-searches.server'
import { deleteUnusedPictures } from '~/features/catalog/pictures/unused-pictures.server'
import { deleteOldProofs } from '~/features/contributions/reviews/purchase-proofs.server'
import { deleteOldSources } from '~/features/contributions/sources/sources.server'
import { deleteExpiredLimits } from '~/features/people/limits/limits.server'
import { deleteOldMails } from '~/features/people/mails/mails.server'
import { deleteOldNotifications } from '~/features/people/notifications/notifications.server'
import { deleteOldChallenges } from '~/features/people/second-factors/sign-in-challenges.server'
import { deleteDeadSessions } from '~/features/people/sessions/sessions.server'
import { deleteDeadTokens } from '~/features/people/sessions/tokens.server'
import { cleanUpImports } from '~/features/staff/csv-import/imports.server'

/** Daily job: deletes expired rows, which are ignored before that anyway. */
export async function cleanUp() {
  await deleteDeadSessions()
  await deleteDeadTokens()
  await deleteOldChallenges()
  await deleteExpiredLimits()
  await deleteOldClickKeys()
  await cleanUpImports()
  await deleteOldNotifications()
  await deleteUnsavedMatches()
  await deleteOldContactMessages()
  await deleteOldProofs()
  await deleteOldSources()
  await deleteOldMails()
  await deleteUnusedPictures()
}
