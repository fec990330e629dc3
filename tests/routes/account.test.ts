import { beforeEach, expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findUser } from '~/features/people/accounts/guards.server'
import { deleteProfile } from '~/features/people/accounts/profiles.server'
import { changeRole } from '~/features/people/accounts/rights.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { addMail } from '~/features/people/mails/mails.server'
import { startSession } from '~/features/people/sessions/sessions.server'
import * as account from '~/routes/account/route'
import { loader as download } from '~/routes/account_.download'
import * as purchase from '~/routes/account_.purchases_.$id/route'
import * as security from '~/routes/account_.security/route'
import { loader as formerSessions } from '~/routes/account_.sessions'
import { loader as settings, action as settingsAction } from '~/routes/account_.settings/route'
import {
  makeAccount,
  makeBookmark,
  makeChangeLog,
  makeComment,
  makeContactMessage,
  makeDeal,
  makeNotification,
  makeProfile,
  makeReview,
} from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { takeMails } from '../mail/mailbox'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs, toastOf } from '../requests'

const context = { params: {}, context: {} }
let ada: Awaited<ReturnType<typeof makeAccount>>
beforeEach(async () => {
  ada = await makeAccount('correct horse', { email: 'ada@example.com', name: 'Ada' })
})

const open = async (as: { id: string } | null, path = '/account') =>
  answer(account.loader({ request: await requestAs(as, path), ...context }))
const send = async (as: { id: string } | null, form: Record<string, string>) =>
  answer(settingsAction({ request: await requestAs(as, '/account/settings', form), ...context }))
const removeBookmark = async (as: { id: string }, dealId: string, returnTo = '') =>
  answer(
    account.action({
      request: await requestAs(as, '/account', { intent: 'remove-bookmark', dealId, returnTo }),
      ...context,
    }),
  )

test('visitors are redirected to sign-in and back to /account and its settings', async () => {
  const own = (await open(null)) as Response
  expect(own.headers.get('Location')).toBe('/auth?redirectTo=%2Faccount')
  const opened = await answer(settings({ request: await requestAs(null, '/account/settings'), ...context }))
  for (const response of [opened, await send(null, { intent: 'delete-account' })]) {
    expect((response as Response).headers.get('Location')).toBe('/auth?redirectTo=%2Faccount%2Fsettings')
  }
})

test("the account page shows the member's own reviews and no drafts among saved deals", async () => {
  const [deal, draft] = [await makeDeal({ title: 'Moorline' }), await makeDeal({ published: false })]
  for (const { id } of [deal, draft]) await makeBookmark({ user_id: ada.id, deal_id: id })
  await makeReview({ user_id: ada.id, status: 'REJECTED', moderation_reason: 'Off topic' })
  await makeReview()
  expect(await open(ada)).toMatchObject({
    isOwn: true,
    title: 'My Account',
    savedDeals: [{ title: 'Moorline' }],
    reviews: [{ status: 'REJECTED', moderation_reason: 'Off topic' }],
  })
})

test('members see their three newest saved deals and reviews, staff see everything of a member', async () => {
  for (let day = 1; day <= 4; day++) {
    const { id } = await makeDeal({ title: `Deal ${day}` })
    const created_at = new Date(2026, 10, day)
    await makeBookmark({ user_id: ada.id, deal_id: id, created_at })
    await makeReview({ user_id: ada.id, deal_id: id, title: `Review ${day}`, created_at })
  }
  const [older, newer] = [new Date('2026-11-01'), new Date('2026-11-02')]
  await makeChangeLog({ reported_by_user_id: ada.id, title: 'Price up', created_at: older })
  await makeChangeLog({ reported_by_user_id: ada.id, title: 'Price down', status: 'APPROVED', created_at: newer })
  await makeComment({ user_id: ada.id, body: 'Does it sync?' })
  expect(await open(ada)).toMatchObject({
    savedDeals: [{ title: 'Deal 4' }, { title: 'Deal 3' }, { title: 'Deal 2' }],
    reviews: [{ title: 'Review 4' }, { title: 'Review 3' }, { title: 'Review 2' }],
    changeReports: [],
    comments: [],
  })
  expect(await open(await makeProfile({ role: 'MANAGER' }), `/account?userId=${ada.id}`)).toMatchObject({
    savedDeals: { length: 4 },
    reviews: { length: 4 },
    changeReports: [{ title: 'Price down' }, { title: 'Price up' }],
    comments: [{ body: 'Does it sync?', status: 'PENDING' }],
  })
})

test.each([
  { path: '/account', route: account, current: 'Overview' },
  { path: '/account/purchases/new', pattern: '/account/purchases/:id', route: purchase, current: 'Purchases' },
  { path: '/account/security', route: security, current: 'Settings' },
])('the account navigation has six entries, and on $path $current is the current one', async (page) => {
  const html = await renderPage(ada, { pattern: page.pattern ?? page.path, path: page.path, routes: [page.route] })
  const links = html.match(/<nav[^>]*aria-label="Account".*?<\/nav>/s)![0].match(/<a .*?<\/a>/gs)!
  expect(links.map(wordsOf)).toEqual(ENTRIES)
  expect(links.filter((link) => link.includes('aria-current="page"')).map(wordsOf)).toEqual([page.current])
})

test('sessions are listed and ended under Security, where their former address leads, by suspended members too', async () => {
  expect(formerSessions().headers.get('Location')).toBe('/account/security#sessions')
  const firefox = { 'User-Agent': 'Mozilla/5.0 (Windows NT 10.0; rv:145.0) Gecko/20100101 Firefox/145.0' }
  const Cookie = (await startSession(new Request('http://localhost:3000/', { headers: firefox }), ada.id)).split(
    ';',
  )[0]!
  const elsewhere = () => findUser(new Request('http://localhost:3000/', { headers: { Cookie } }))
  const list = async () => {
    const request = await requestAs(ada, '/account/security')
    return ((await security.loader({ request, ...context })) as Awaited<ReturnType<typeof security.loader>>).sessions
  }
  const end = async (form: Record<string, string>) =>
    answer(security.action({ request: await requestAs(ada, '/account/security', form), ...context }))
  await db.updateTable('profiles').set({ status: 'SUSPENDED' }).execute()
  const { id } = (await list()).find(({ device }) => device === 'Firefox on Windows')!
  expect(await elsewhere()).toBeDefined()
  expect(toastOf((await end({ intent: 'end', id })) as Response)).toMatchObject({ title: 'Session ended' })
  expect(await elsewhere()).toBeUndefined()
  expect(await end({ intent: 'end', id })).toMatchObject({ status: 303 })
  expect(await end({ intent: 'end-others' })).toMatchObject({ status: 303 })
  expect(await end({ intent: 'remove-authenticator' })).toMatchObject({ status: 403 })
})

const ENTRIES = ['Overview', 'Notifications', 'Purchases', 'Saved and following', 'Contributions', 'Settings']

test.each(['MANAGER', 'ADMIN'] as const)(
  "a %s can view another member's account page, which is recorded in the audit log",
  async (role) => {
    const staff = await makeProfile({ role })
    expect(await open(staff, `/account?userId=${ada.id}`)).toMatchObject({ isOwn: false, title: 'Viewing Ada' })
    const entries = await db.selectFrom('audit_log').select(['actor_id', 'action', 'entity_id']).execute()
    expect(entries).toEqual([{ actor_id: staff.id, action: 'profile.viewed', entity_id: ada.id }])
  },
)

test.each([crypto.randomUUID(), 'nonsense', ''])('the account page answers 404 for the user id "%s"', async (id) => {
  const staff = await makeProfile({ role: 'MANAGER' })
  const response = (await open(staff, `/account?userId=${id}`)) as Response
  expect(response.status).toBe(404)
  expect(await response.text()).toBe('User not found')
})

test.each([{ role: 'USER' as const }, { role: 'ADMIN' as const, status: 'SUSPENDED' as const }])(
  'members and suspended admins cannot view other accounts by user id',
  async (given) => {
    const eve = await makeProfile(given)
    expect(await open(eve, `/account?userId=${ada.id}`)).toMatchObject({ isOwn: true, profile: { id: eve.id } })
  },
)

test('settings that staff submit with the user id of another member apply to themselves', async () => {
  const staff = await makeProfile({ role: 'MANAGER' })
  const form = { intent: 'change-name', name: 'Grace' }
  const request = await requestAs(staff, `/account/settings?userId=${ada.id}`, form)
  await answer(settingsAction({ request, ...context }))
  const names = await db.selectFrom('profiles').select(['id', 'name']).where('name', '=', 'Grace').execute()
  expect(names).toEqual([{ id: staff.id, name: 'Grace' }])
})

test('changing the name ignores extra fields such as role and karma', async () => {
  await send(ada, { intent: 'change-name', name: ' Grace ', role: 'ADMIN', karma: '100', id: crypto.randomUUID() })
  const profile = await db.selectFrom('profiles').select(['name', 'role', 'karma']).executeTakeFirstOrThrow()
  expect(profile).toEqual({ name: 'Grace', role: 'USER', karma: 0 })
})

test('changing the password ends all other sessions', async () => {
  const elsewhere = await requestAs(ada, '/')
  const form = { intent: 'change-password', password: 'battery staple', passwordAgain: 'battery staple' }
  expect(await send(ada, { ...form, currentPassword: 'wrong' })).toMatchObject({
    init: { status: 400 },
    data: { error: { currentPassword: ['This is not your current password.'] } },
  })
  expect(await findUser(elsewhere)).toBeDefined()

  const response = (await send(ada, { ...form, currentPassword: 'correct horse' })) as Response
  expect(await findUser(elsewhere)).toBeUndefined()
  const Cookie = response.headers.getSetCookie()[0]!.split(';')[0]!
  expect(await findUser(new Request('http://localhost:3000/', { headers: { Cookie } }))).toBeDefined()
})

test('deleting an account requires its password, and ends on a page and with a mail that say so', async () => {
  expect(await send(ada, { intent: 'delete-account', currentPassword: 'wrong' })).toMatchObject({
    init: { status: 400 },
  })
  expect(await db.selectFrom('profiles').select('id').execute()).toHaveLength(1)
  const response = (await send(ada, { intent: 'delete-account', currentPassword: 'correct horse' })) as Response
  expect(response.headers.get('Location')).toBe('/account/deleted')
  expect(await db.selectFrom('profiles').select('id').execute()).toEqual([])
  takeMails()
  await sendQueuedMails()
  const [mail, ...others] = takeMails()
  expect(others).toEqual([])
  expect(mail).toContain(`To: ${ada.email}`)
  expect(mail).toContain('Subject: Your account has been deleted')
  expect(await db.selectFrom('mails').select(['address', 'user_id']).execute()).toEqual([
    { address: null, user_id: null },
  ])
})

test('no mail goes to the address of a deleted account that was never confirmed, nor one that still waits', async () => {
  const eve = await makeProfile({ confirmed_at: null })
  await addMail(db, { to: { address: eve.email.toLowerCase() }, kind: 'confirm' })
  expect(await deleteProfile(eve.id, null)).toBe(true)
  expect(await listQueuedMails()).toEqual([])
})

test('the last active admin cannot delete their account', async () => {
  await db.updateTable('profiles').set({ role: 'ADMIN' }).execute()
  const result = await send(ada, { intent: 'delete-account', currentPassword: 'correct horse' })
  expect(result).toMatchObject({ init: { status: 409 } })
})

test('suspended members can read, download, sign out and delete their account but not change anything', async () => {
  await db.updateTable('profiles').set({ status: 'SUSPENDED' }).execute()
  expect(await open(ada)).toMatchObject({ profile: { status: 'SUSPENDED' } })
  expect((await download({ request: await requestAs(ada, '/account/download'), ...context })).status).toBe(200)

  const answers = [await removeBookmark(ada, crypto.randomUUID())]
  for (const intent of ['change-name', 'change-password', 'hide-profile']) {
    answers.push(await send(ada, { intent, name: 'Eve' }))
  }
  for (const response of answers as Response[]) {
    expect(response.status).toBe(403)
    expect(await response.text()).toBe('Your account is suspended')
  }
  expect(await send(ada, { intent: 'sign-out-everywhere' })).toMatchObject({ status: 303 })
  expect(await send(ada, { intent: 'delete-account', currentPassword: 'correct horse' })).toMatchObject({ status: 303 })
})

test("signing out everywhere ends all of the member's sessions and no others", async () => {
  const [phone, laptop] = [await requestAs(ada, '/'), await requestAs(ada, '/')]
  const other = await requestAs(await makeProfile(), '/')
  const response = (await send(ada, { intent: 'sign-out-everywhere' })) as Response
  expect(response.headers.get('Set-Cookie')).toMatch(/^session=;.*Max-Age=0/)
  expect([await findUser(phone), await findUser(laptop)]).toEqual([undefined, undefined])
  expect(await findUser(other)).toBeDefined()
})

test("removing a bookmark is idempotent and affects only one's own", async () => {
  const deal = await makeDeal()
  const eve = await makeProfile()
  for (const { id } of [ada, eve]) await makeBookmark({ user_id: id, deal_id: deal.id })
  for (let i = 0; i < 2; i++) {
    const response = await removeBookmark(ada, deal.id)
    expect(response).toMatchObject({ status: 303 })
  }
  const locationOf = async (returnTo: string) =>
    ((await removeBookmark(ada, deal.id, returnTo)) as Response).headers.get('Location')
  expect(await locationOf('/account/following#deals')).toBe('/account/following#deals')
  expect(await locationOf('https://evil.example')).toBe('/account')
  expect(await db.selectFrom('bookmarks').select('user_id').execute()).toEqual([{ user_id: eve.id }])
})

test('the account download is a file with the entries of the audit log about the member, without the names of staff', async () => {
  const staff = await makeProfile({ role: 'ADMIN', name: 'Grace' })
  await changeRole(staff, ada.id, 'MANAGER')
  await recordAudit({ actor: staff.id, action: 'deal.created', entity: 'deal', id: null })
  const response = await download({ request: await requestAs(ada, '/account/download'), ...context })
  expect(response.headers.get('Content-Disposition')).toMatch(/^attachment/)
  const text = await response.text()
  const { profile, auditEntries } = JSON.parse(text)
  expect(profile).toMatchObject({ email: 'ada@example.com' })
  const detail = { from: 'USER', to: 'MANAGER' }
  expect(auditEntries).toMatchObject([{ action: 'role.changed', done_by_you: false, detail }])
  expect(text).not.toMatch(new RegExp(`${staff.id}|Grace`))
})

test('deleting an account deletes its notifications and messages to the staff, which leave the queue', async () => {
  await makeNotification({ user_id: ada.id })
  await makeContactMessage({ user_id: ada.id })
  await makeReview({ user_id: ada.id, status: 'CHANGES_REQUESTED' })
  await send(ada, { intent: 'delete-account', currentPassword: 'correct horse' })
  for (const table of ['notifications', 'contact_messages', 'reviews', 'moderation_items'] as const) {
    expect(await db.selectFrom(table).selectAll().execute()).toEqual([])
  }
})
