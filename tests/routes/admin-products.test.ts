import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { productKeys } from '~/features/catalog/products/product-key'
import { listSurePairs } from '~/features/catalog/products/sure-pairs.server'
import { listRecentJoins } from '~/features/staff/merging/product-joins.server'
import { action } from '~/routes/admin.products._index/route'
import { makeDeal, makeProfile } from '../factories'
import { answer, requestAs, toastOf } from '../requests'

async function makePair() {
  for (const host of ['proxyman.io', 'proxyman.com']) {
    const deal = { title: 'Proxyman', vendor_name: host, cta_url: `https://${host}/` }
    await makeDeal({ ...deal, ...productKeys(deal) })
  }
  const [pair] = await listSurePairs()
  return `${pair!.keep.id} ${pair!.other.id}`
}

const send = async (profile: { id: string }, form: Record<string, string>) =>
  answer(action({ request: await requestAs(profile, '/admin/products', form), params: {}, context: {} }))

const countProducts = async () => (await db.selectFrom('products').select('id').execute()).length

test('a manager can neither join nor undo', async () => {
  const manager = await makeProfile({ role: 'MANAGER' })
  expect(await send(manager, { intent: 'join', pair: await makePair() })).toMatchObject({ status: 403 })
  expect(await send(manager, { intent: 'undo', entry: '1' })).toMatchObject({ status: 403 })
  expect(await countProducts()).toBe(2)
})

test('a press without a pair, or with something else, says what to do', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const none = { data: { error: { pair: ['Tick at least one pair.'] } }, init: { status: 400 } }
  expect(await send(admin, { intent: 'join' })).toMatchObject(none)
  expect(await send(admin, { intent: 'join', pair: 'no pair' })).toMatchObject({ init: { status: 400 } })
  expect(await send(admin, { intent: 'undo', entry: 'x' })).toMatchObject({ init: { status: 400 } })
})

test('the second of two people who join a pair is answered 409, and so is the second undo', async () => {
  const admin = await makeProfile({ role: 'ADMIN' })
  const pair = await makePair()
  const first = (await send(admin, { intent: 'join', pair })) as Response
  expect(first.headers.get('Location')).toMatch(/^\/admin\/products\?joined=[\da-f-]{36}$/)
  expect(await countProducts()).toBe(1)
  expect(await send(admin, { intent: 'join', pair })).toMatchObject({ init: { status: 409 } })

  const entry = String((await listRecentJoins('')).joins[0]!.entry)
  const undone = (await send(admin, { intent: 'undo', entry })) as Response
  expect(toastOf(undone)).toMatchObject({ title: 'Proxyman is a product of its own again' })
  expect(await countProducts()).toBe(2)
  expect(await send(admin, { intent: 'undo', entry })).toMatchObject({ init: { status: 409 } })
})
