import { db } from '~/db/database.server'
import { recordAudit } from '~/features/people/audit/audit.server'
import { hashSecretId, makeSecretId } from '~/features/people/sessions/secret-id.server'
import { writeSessionId } from '~/http/session-cookie.server'
import {
  makeBookmark,
  makeCategory,
  makeChangeLog,
  makeComment,
  makeDeal,
  makeNotification,
  makePlatform,
  makeProduct,
  makeProfile,
  makeProof,
  makePurchase,
  makeReview,
  makeVendor,
} from '../factories'
import { cookieOf } from '../requests'
import { makeDecision, makeImport } from '../staff-factories'
import { type Audience, FIXTURES } from './access-rules'

/** Part of every text that only its owner and staff may see. */
export const CANARY = /canary/i
const CANARY_DECISION = {
  contribution: 'review',
  decision: 'REJECTED',
  reason: 'SPAM',
  note: 'Canary note',
  deal: 'Canary deal',
  title: 'Canary title',
}
const HASH = '$2b$10$'.padEnd(60, 'canaryHash')

export type Person = { name: string; cookie: string | undefined; audiences: Audience[] }
export type Fixtures = { people: Person[]; secrets: string[] }

/** Inserts the records that access rules name, the data they must protect, and one person of every kind. */
export async function insertFixtures(): Promise<Fixtures> {
  const [category, platform, other] = await Promise.all([
    makeCategory({ id: FIXTURES.category, slug: 'shown' }),
    makePlatform({ id: FIXTURES.platform, slug: 'shown' }),
    makeProfile({ id: FIXTURES.otherPerson, email: 'canary@example.com', name: 'Canary Person' }),
    makeProfile({ id: FIXTURES.publicPerson, email: 'canary-too@example.com', name: 'Maya' }),
    makeCategory({ id: FIXTURES.otherCategory }),
    makeVendor({ id: FIXTURES.vendor }),
    makeVendor({ id: FIXTURES.otherVendor }),
  ])
  await makeProduct({ id: FIXTURES.product, vendor_id: FIXTURES.vendor })
  await makeProduct({ id: FIXTURES.otherProduct, vendor_id: FIXTURES.vendor })
  const places = { category_id: category.id, platform_id: platform.id }
  await Promise.all([
    makeDeal({ ...places, id: FIXTURES.shownDeal, slug: 'shown', cta_url: 'https://vendor.example/shown' }),
    makeDeal({
      ...places,
      id: FIXTURES.draftDeal,
      slug: 'draft',
      title: 'Canary draft',
      vendor_name: 'Canary Ltd',
      cta_url: 'https://canary.example/',
      published: false,
    }),
  ])

  const [deal_id, user_id] = [FIXTURES.shownDeal, other.id]
  const [session, token] = [makeSecretId(), makeSecretId()]
  const hashes = [hashSecretId(session), hashSecretId(token)] as const
  const expires_at = new Date(Date.now() + 3_600_000)
  await Promise.all([
    makeReview({ deal_id, user_id, id: FIXTURES.pendingReview, title: 'Canary title', body: 'Canary body' }),
    makeReview({ deal_id, id: FIXTURES.publicReview, status: 'APPROVED' }),
    makeChangeLog({ deal_id, reported_by_user_id: user_id, id: FIXTURES.pendingChange, title: 'Canary change' }),
    makeComment({ deal_id, user_id, id: FIXTURES.pendingComment, body: 'Canary comment' }),
    makeDecision({ deal_id: FIXTURES.draftDeal, decided_at: '2026-10-15', waiting_since: '2026-10-14' }),
    makeBookmark({ deal_id, user_id }),
    makeNotification({ id: FIXTURES.notification, user_id, deal_id, data: JSON.stringify(CANARY_DECISION) }),
    makeImport({ id: FIXTURES.checkedImport, user_id, file_name: 'canary.csv', status: 'CHECKED', row_count: 1 }),
    makePurchase({ id: FIXTURES.purchase, deal_id, user_id }).then((purchase) =>
      makeProof({ id: FIXTURES.proof, purchase, file_name: 'canary.pdf', content: Buffer.from('canary') }),
    ),
    db.insertInto('credentials').values({ user_id, password_hash: HASH }).execute(),
    db.insertInto('sessions').values({ id_hash: hashes[0], user_id, expires_at }).execute(),
    db.insertInto('tokens').values({ token_hash: hashes[1], user_id, purpose: 'RESET', expires_at }).execute(),
    recordAudit({ actor: user_id, action: 'canary.sung', entity: 'profile', id: user_id }),
  ])
  const encodings = ['hex', 'base64', 'base64url'] as const
  const secrets = [HASH, session, token, ...hashes.flatMap((hash) => encodings.map((way) => hash.toString(way)))]
  return { people: await makePeople(), secrets }
}

async function makePeople(): Promise<Person[]> {
  const [user, manager, admin, suspended] = await Promise.all([
    makeProfile({ name: 'User' }),
    makeProfile({ name: 'Manager', role: 'MANAGER' }),
    makeProfile({ name: 'Admin', role: 'ADMIN' }),
    // An admin whose account is suspended must have no more access than any suspended member.
    makeProfile({ name: 'Suspended', role: 'ADMIN', status: 'SUSPENDED' }),
  ])
  const visitor: Audience[] = ['everyone', 'visitors']
  const member: Audience[] = ['everyone', 'members', 'active members']
  return [
    { name: 'a visitor', cookie: undefined, audiences: visitor },
    {
      name: 'a signed-out member',
      cookie: `toast=anything; ${(await writeSessionId(makeSecretId())).split(';')[0]}`,
      audiences: visitor,
    },
    { name: 'a user', cookie: await cookieOf(user), audiences: member },
    { name: 'a manager', cookie: await cookieOf(manager), audiences: [...member, 'staff'] },
    { name: 'an admin', cookie: await cookieOf(admin), audiences: [...member, 'staff', 'admins'] },
    { name: 'a suspended admin', cookie: await cookieOf(suspended), audiences: ['everyone', 'members'] },
  ]
}
