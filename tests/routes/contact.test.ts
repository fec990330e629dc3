import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { inTransaction } from '~/db/transaction.server'
import { env } from '~/env.server'
import { deleteOldContactMessages } from '~/features/audience/contact/contact-messages.server'
import type { ItemDecision } from '~/features/contributions/kinds/kind-rules.server'
import { addMail } from '~/features/people/mails/mails.server'
import { decide } from '~/features/staff/queue/decide.server'
import { undo } from '~/features/staff/queue/undo.server'
import * as itemPage from '~/routes/admin.queue_.$kind.$id'
import * as contact from '~/routes/contact/route'
import * as sent from '~/routes/contact_.sent'
import { makeComment, makeContactMessage, makeDeal, makeProfile, makeReview } from '../factories'
import { listQueuedMails, sendQueuedMails } from '../jobs'
import { takeMails } from '../mail/mailbox'
import { renderPage, wordsOf } from '../render'
import { answer, requestAs } from '../requests'

const { action, loader } = contact

const context = { params: {}, context: {} }
const FORM = {
  name: 'Maya Lindqvist',
  email: 'Maya@Lindqvist.example',
  subject: 'Price of Gridmarten',
  message: 'The checkout shows $45 but the page says $49.',
}
type Rejected = {
  data: { error: Record<string, string[]>; initialValue: typeof FORM }
  init: { status: number; headers: Record<string, string> }
}

async function post(form: Partial<typeof FORM> = {}, as: { id: string } | null = null) {
  return answer(action({ request: await requestAs(as, '/contact', { ...FORM, ...form }), ...context }))
}

const listMessages = () => db.selectFrom('contact_messages').selectAll().orderBy('created_at').execute()

/** Sends the waiting mails, in the order of their kinds. */
async function sendMails() {
  await sendQueuedMails()
  return takeMails()
}

/** The page after the form, for a browser with these cookies. */
async function openSent(cookie: string) {
  const request = new Request('http://localhost:3000/contact/sent', { headers: { Cookie: cookie } })
  return answer(sent.loader({ request, ...context }))
}

const cookieIn = (response: unknown) => (response as Response).headers.getSetCookie()[0]!.split(';')[0]!

test('a visitor sends a message, which is stored, queued and mailed, and is redirected', async () => {
  takeMails()
  const response = (await post()) as Response
  expect({ status: response.status, to: response.headers.get('Location') }).toEqual({
    status: 303,
    to: '/contact/sent',
  })
  const [message] = await listMessages()
  expect(message).toMatchObject({
    name: FORM.name,
    email: 'maya@lindqvist.example',
    subject: FORM.subject,
    body: FORM.message,
    status: 'PENDING',
    user_id: null,
  })
  const queued = await db
    .selectFrom('moderation_items')
    .select(['kind', 'id', 'rank'])
    .where('status', '=', 'PENDING')
    .execute()
  expect(queued).toEqual([{ kind: 'contact_message', id: message!.id, rank: 7 }])

  const [mail, ...others] = await sendMails()
  expect(others).toEqual([])
  expect(mail).toContain(`To: ${env.CONTACT_EMAIL}`)
  expect(mail).toContain('Reply-To: Maya Lindqvist <maya@lindqvist.example>')
  expect(mail).toContain('Subject: Contact: Price of Gridmarten')
  expect(mail).toContain(FORM.message)
  expect(mail).toContain(`/admin/queue/contact/${message!.id}`)
})

test('the page after the form shows the message to its sender only', async () => {
  const cookie = cookieIn(await post())
  expect(await openSent(cookie)).toMatchObject({
    email: 'maya@lindqvist.example',
    subject: FORM.subject,
    body: FORM.message,
    hasCopy: false,
  })
  const [{ id } = { id: '' }] = await listMessages()
  const forged = `contact-sent=${encodeURIComponent(Buffer.from(JSON.stringify({ id })).toString('base64'))}`
  for (const other of ['', forged]) {
    const response = (await openSent(other)) as Response
    expect([response.status, response.headers.get('Location')]).toEqual([302, '/contact'])
  }
})

test('signed-in people find name and email filled in, and get a copy at the email of their account', async () => {
  takeMails()
  const ada = await makeProfile({ name: `Ada ${'x'.repeat(90)}`, email: 'ada@example.com' })
  const page = await loader({ request: await requestAs(ada, '/contact'), ...context })
  expect(page.sender).toEqual({ name: `Ada ${'x'.repeat(76)}`, email: 'ada@example.com' })

  const response = await post({ email: 'Ada@example.com' }, ada)
  expect(await openSent(cookieIn(response))).toMatchObject({ hasCopy: true })
  const [path, headers] = ['/contact/sent', { Cookie: cookieIn(response) }]
  const request = new Request(`http://localhost:3000${path}`, { headers })
  const html = await renderPage(ada, { pattern: path, path, routes: [sent] }, request)
  expect(wordsOf(html)).toContain('A copy is on its way to you.')
  expect(await listMessages()).toMatchObject([{ user_id: ada.id }])
  const mails = await sendMails()
  expect(mails.map((mail) => /^To: (.*)$/m.exec(mail)?.[1]).sort()).toEqual(['ada@example.com', env.CONTACT_EMAIL])
})

test('a copy goes only to the confirmed email of the sender', async () => {
  const ada = await makeProfile({ email: 'ada@example.com' })
  await post({ email: 'victim@example.com' }, ada)
  await post({ email: 'ada@example.com' })
  expect((await listQueuedMails()).map(({ kind }) => kind)).toEqual(['contact', 'contact'])
})

test.each([
  ['name', '', 'Name is required.'],
  ['name', 'x'.repeat(81), 'Name can have at most 80 characters, not 81.'],
  ['email', 'maya', 'Enter a valid email address.'],
  ['email', 'a@b.example\r\nBcc: victim@example.com', 'Enter a valid email address.'],
  ['subject', '  ', 'Subject is required.'],
  ['subject', '\u200b', 'Subject has no visible text.'],
  ['subject', 'x'.repeat(121), 'Subject can have at most 120 characters, not 121.'],
  ['message', 'too short', 'Message needs at least 10 characters.'],
  ['message', '😀'.repeat(9), 'Message needs at least 10 characters.'],
  ['message', 'x'.repeat(2_001), 'Message can have at most 2000 characters, not 2001.'],
])('the %s %j is returned with everything that was typed', async (field, value, error) => {
  const { data, init } = (await post({ [field]: value })) as unknown as Rejected
  expect(init.status).toBe(400)
  expect(data.error).toEqual({ [field]: [error] })
  const typed = { ...FORM, [field]: value }
  expect(data.initialValue).toMatchObject(Object.fromEntries(Object.entries(typed).filter(([, text]) => text !== '')))
  expect(await listMessages()).toEqual([])
})

test.each([
  [{ name: 'Maya\r\nBcc: victim@example.com' }, 'Maya Bcc: victim@example.com'],
  [{ subject: 'Hello\r\n\r\nBcc: victim@example.com' }, undefined],
  [{ name: '"Maya" <victim@example.com>, Eve' }, undefined],
])('line breaks and brackets in %j add no header to the mail', async (form, storedName) => {
  takeMails()
  await post(form)
  const [message] = await listMessages()
  if (storedName) expect(message!.name).toBe(storedName)
  const [mail] = await sendMails()
  const headers = mail!.replace(/\r\n/g, '\n').split('\n\n')[0]!
  expect(headers).not.toMatch(/^(bcc|cc):/im)
  expect(headers.match(/^(to|reply-to|from|subject):/gim)?.length).toBe(4)
  expect(headers).toContain(`To: ${env.CONTACT_EMAIL}`)
  expect(headers).toMatch(/<maya@lindqvist\.example>/)
})

test('the same message sent twice, also at once, is stored, counted and mailed once', async () => {
  const outcomes = await Promise.all([post(), post(), post()])
  expect(outcomes.map((response) => (response as Response).status)).toEqual([303, 303, 303])
  expect(await listMessages()).toHaveLength(1)
  expect(await listQueuedMails()).toHaveLength(1)
})

test('messages are deleted twelve months after they were decided, and never while they wait', async () => {
  await post({ subject: 'Old and answered' })
  await post({ subject: 'Answered' })
  await post({ subject: 'Waiting' })
  const decided = (subject: string, age: string) =>
    db
      .updateTable('contact_messages')
      .set({ status: 'APPROVED', moderated_at: sql`now() - ${age}::interval` })
      .where('subject', '=', subject)
      .execute()
  await decided('Old and answered', '13 months')
  await decided('Answered', '11 months')
  await db.updateTable('contact_messages').set({ created_at: '2020-01-01' }).where('status', '=', 'PENDING').execute()
  await deleteOldContactMessages()
  expect((await listMessages()).map(({ subject }) => subject)).toEqual(['Waiting', 'Answered'])
})

test('the contact page links the mailbox for members and the one for vendors', async () => {
  const html = await renderPage(null, { pattern: '/contact', path: '/contact', routes: [contact] })
  const mailboxes = [...html.matchAll(/href="mailto:([^"]*)"/g)].map(([, address]) => address)
  expect(mailboxes).toEqual([env.CONTACT_EMAIL, env.VENDORS_EMAIL])
})

const about = async (query: string) => loader({ request: await requestAs(null, `/contact?about=${query}`), ...context })

test('each public page can be reported, and the form names it', async () => {
  const deal = await makeDeal({ title: 'Quillstack', slug: 'quillstack' })
  const review = await makeReview({ deal_id: deal.id, status: 'APPROVED' })
  const comment = await makeComment({ deal_id: deal.id, status: 'APPROVED' })
  const ada = await makeProfile({ name: 'Ada' })
  for (const [kind, id, label, path] of [
    ['deal', deal.id, 'Quillstack', '/deals/quillstack'],
    ['review', review.id, 'a review of Quillstack', `/deals/quillstack#review-${review.id}`],
    ['comment', comment.id, 'a comment on Quillstack', `/deals/quillstack/comments#comment-${comment.id}`],
    ['profile', ada.id, 'the profile of Ada', `/people/${ada.id}`],
  ]) {
    expect(await about(`${kind}.${id}`)).toMatchObject({ reported: { kind, id, label, path }, isGone: false })
  }
  const path = `/contact?about=review.${review.id}`
  const html = await renderPage(null, { pattern: '/contact', path, routes: [contact] })
  expect(wordsOf(html)).toContain('You report a review of Quillstack . We confirm it by email')
  expect(html).toContain('value="Report: a review of Quillstack"')
})

test('what is not public cannot be reported, and a form that was open meanwhile comes back', async () => {
  const draft = await makeDeal({ published: false })
  const review = await makeReview({ status: 'PENDING' })
  const comment = await makeComment({ deal_id: draft.id, status: 'APPROVED' })
  const closed = await makeProfile({ has_public_profile: false })
  for (const gone of [
    `deal.${draft.id}`,
    `review.${review.id}`,
    `comment.${comment.id}`,
    `profile.${closed.id}`,
    `user.${closed.id}`,
    'review.1',
    'x',
  ]) {
    expect(await about(gone)).toMatchObject({ reported: undefined, isGone: true })
    const { data, init } = (await post({ about: gone } as never)) as unknown as Rejected
    expect([init.status, data.error]).toEqual([404, { about: [expect.stringContaining('no longer on this site')] }])
    expect(data.initialValue).toMatchObject({ message: FORM.message })
  }
  expect(await listMessages()).toEqual([])
  const html = await renderPage(null, { pattern: '/contact', path: '/contact?about=x', routes: [contact] })
  expect(wordsOf(html)).toContain('This is no longer on our site')
})

test('a notice gets a receipt without the words of its sender, and the decision once it is not undone', async () => {
  takeMails()
  const deal = await makeDeal({ title: 'Quillstack' })
  const response = await post({ about: `deal.${deal.id}` } as never)
  const [message] = await listMessages()
  expect(message).toMatchObject({ about_kind: 'deal', about_id: deal.id, number: expect.any(Number) })
  expect(await openSent(cookieIn(response))).toMatchObject({ report: message!.number, hasCopy: false })
  const mails = await sendMails()
  expect(mails).toHaveLength(2)
  expect(mails.some((mail) => mail.includes(`To: ${env.CONTACT_EMAIL}`))).toBe(true)
  const receipt = mails.find((mail) => mail.includes('To: maya@lindqvist.example'))
  expect(receipt).toContain(`Subject: We have your report no. ${message!.number}`)
  expect(receipt).toContain('You reported Quillstack.')
  expect(receipt).not.toContain(FORM.message)
  expect(receipt).not.toContain(FORM.subject)

  const staff = (await makeProfile({ role: 'MANAGER' })) as never
  const decideOn = async (decision: ItemDecision) => {
    const { version } = (await listMessages())[0]!
    await inTransaction((trx) => decide(trx, staff, { kind: 'contact_message', id: message!.id, version }, decision))
  }
  await decideOn({ to: 'APPROVED', answer: 'We corrected the price.' })
  await undo(staff, { kind: 'contact_message', id: message!.id })
  expect(await sendMails()).toEqual([])
  await decideOn({ to: 'APPROVED', answer: 'We corrected the price.' })
  const [answered, ...more] = await sendMails()
  expect(more).toEqual([])
  expect(answered).toContain(`Subject: Our decision on your report no. ${message!.number}`)
  expect(answered).toContain('We corrected the price.')
  await undo(staff, { kind: 'contact_message', id: message!.id })
  await decideOn({ to: 'REJECTED' })
  const rejected = (await sendMails()).at(-1)
  expect(rejected).toContain('We looked at it and took no action.')
  expect(rejected).not.toContain('We corrected the price.')
})

test('a message that reports nothing gets no decision by mail', async () => {
  takeMails()
  await post()
  await sendMails()
  const [message] = await listMessages()
  const staff = (await makeProfile({ role: 'MANAGER' })) as never
  const item = { kind: 'contact_message', id: message!.id, version: 1 } as const
  await inTransaction((trx) => decide(trx, staff, item, { to: 'APPROVED', answer: 'Hello.' }))
  expect(await sendMails()).toEqual([])
  expect(await listMessages()).toMatchObject([{ answer: null }])
})

test('the queue links to what a notice is about, also once that is deleted', async () => {
  const deal = await makeDeal({ slug: 'quillstack' })
  const { id, number } = await makeContactMessage({ about_kind: 'deal', about_id: deal.id })
  const staff = await makeProfile({ role: 'MANAGER' })
  const page = { pattern: '/admin/queue/:kind/:id', path: `/admin/queue/contact/${id}`, routes: [itemPage] }
  const html = await renderPage(staff, page)
  expect(html).toContain(`href="${env.SITE_URL}/deals/quillstack"`)
  expect(wordsOf(html)).toContain(`Report no. ${number}`)
  expect(wordsOf(html)).toContain('Answer to the sender')
  await db.deleteFrom('deals').where('id', '=', deal.id).execute()
  expect(wordsOf(await renderPage(staff, page))).toContain('What it is about was deleted.')
})

test('notices count towards the limit of messages, and one email gets at most five receipts a day', async () => {
  const deal = await makeDeal()
  const ids = []
  for (let index = 0; index < 7; index++) {
    ids.push((await makeContactMessage({ about_kind: 'deal', about_id: deal.id })).id)
  }
  takeMails()
  for (const message of ids) {
    await addMail(db, { to: { address: FORM.email }, kind: 'notice-receipt', data: { message } })
  }
  expect(await sendMails()).toHaveLength(5)
  const sent = []
  for (let index = 0; index < 50; index++)
    sent.push(await post({ about: `deal.${deal.id}`, subject: `No. ${index}` } as never))
  const statuses = sent.map((one) => (one instanceof Response ? one.status : (one as unknown as Rejected).init.status))
  expect(statuses.filter((status) => status === 303)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(45)
})
