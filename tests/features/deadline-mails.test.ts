import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { env } from '~/env.server'
import {
  planDigests,
  planReminders,
  planWeeklyDigests,
} from '~/features/audience/notifications/notification-mails.server'
import { sendMails } from '~/features/audience/notifications/send-mails.server'
import { addDays, utcToday } from '~/http/utc-day'
import { makeNotification, makeProfile } from '../factories'
import { startSink } from '../mail/smtp-sink'

/** Notifies a member of a refund deadline, an hour ago. */
const notifyOfDeadline = (user: { id: string }, until: string) =>
  makeNotification({
    user_id: user.id,
    kind: 'refund_deadline',
    cause: `refund:${crypto.randomUUID()}`,
    data: JSON.stringify({ deal: 'Calbrook', until, days: 3, rule: 'deal', period: 30, from: null }),
    created_at: new Date(Date.now() - 3_600_000),
  })

const listMails = () => db.selectFrom('mails').select(['kind', 'user_id']).execute()

test('a deadline before the next Monday is mailed at once, also to those who want mail weekly', async () => {
  const ada = await makeProfile()
  await notifyOfDeadline(ada, addDays(utcToday(), 1))
  await notifyOfDeadline(ada, utcToday())
  expect(await planReminders()).toBe(2)
  expect(await planReminders()).toBe(0)
  expect(await listMails()).toEqual([{ kind: 'REMINDER', user_id: ada.id }])
  expect(await planWeeklyDigests()).toBe(0)
  const { received, url, stop } = await startSink()
  env.SMTP_URL = url
  expect(await sendMails()).toBe(1)
  env.SMTP_URL = undefined
  await stop()
  const mail = received[0]!.replaceAll('\r\n', '\n')
  expect(mail).toMatch(/^Subject: 2 deadlines are near \| Lifetime Ledger$/m)
  expect(mail).toContain(`YOUR REFUND DEADLINES

`)
  expect(mail).toMatch(/^ {8}Refund deadline \d+ \w+ \d{4}, 30 days from buying\.$/m)
  expect(mail).toMatch(/^ {8}The deal's rule$/m)
  expect(mail).toContain('http://localhost:3000/account/purchases')
})

test('a later deadline waits for the weekly digest', async () => {
  const ada = await makeProfile()
  await notifyOfDeadline(ada, addDays(utcToday(), 9))
  expect(await planReminders()).toBe(0)
  expect(await planWeeklyDigests()).toBe(1)
})

test('mail at once bundles deadlines with the rest, and never means never', async () => {
  const [atOnce, never] = [await makeProfile({ mail_rhythm: 'AT_ONCE' }), await makeProfile({ mail_rhythm: 'NEVER' })]
  await notifyOfDeadline(atOnce, utcToday())
  await notifyOfDeadline(never, utcToday())
  expect(await planReminders()).toBe(0)
  expect(await planDigests()).toBe(1)
  expect(await listMails()).toEqual([{ kind: 'DIGEST', user_id: atOnce.id }])
})
