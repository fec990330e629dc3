import { randomUUID } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { expect, test, vi } from 'vitest'
import { TimeoutClient } from '~/db/connection.server'
import { contentVersion, listenForContentChanges, syncContentVersion } from '~/db/content-version.server'
import { runInContext } from '~/request-context.server'
import { loader as root } from '~/root'
import { loader as list } from '~/routes/deals._index/route'
import { loader as page } from '~/routes/deals.$slug/route'
import { loader as reviews } from '~/routes/deals.$slug._index/route'
import { loader as changes } from '~/routes/deals.$slug.changes/route'
import { loader as comments } from '~/routes/deals.$slug.comments/route'
import { makeDeal, makeProfile, makeReview } from '../factories'
import { requestAs } from '../requests'

type Loader = (given: LoaderFunctionArgs) => Promise<unknown>

/** The statements that the loaders of one page send for a member, once the small lists that many pages need are cached. */
async function statementsFor(path: string, loaders: Loader[]) {
  listenForContentChanges()
  await expect.poll(contentVersion).toBeGreaterThan(0)
  await syncContentVersion()
  await firstStatementsFor(path, loaders)
  return firstStatementsFor(path, loaders)
}

async function firstStatementsFor(path: string, loaders: Loader[]) {
  const request = await requestAs(await makeProfile(), path)
  const context = { id: randomUUID(), route: `GET ${path}`, address: '127.0.0.1', nonce: undefined }
  const params = { slug: path.split('/')[2] }
  const query = vi.spyOn(TimeoutClient.prototype, 'query')
  await runInContext(context, () => Promise.all(loaders.map((loader) => loader({ request, params, context: {} }))))
  const statements = query.mock.calls.map(([text]) => String(text))
  query.mockRestore()
  return statements
}

async function makeFullDeal(values: Parameters<typeof makeDeal>[0] = {}) {
  const deal = await makeDeal({ tags: ['team'], ...values })
  await makeDeal({ product_id: deal.product_id })
  await makeReview({ deal_id: deal.id, status: 'APPROVED' })
  return deal
}

test.each([
  { tab: 'reviews', path: '', loader: reviews, most: 14 },
  { tab: 'changes', path: '/changes', loader: changes, most: 15 },
  { tab: 'comments', path: '/comments', loader: comments, most: 13 },
])('the page of a deal with its $tab sends at most $most statements for a member', async ({ path, loader, most }) => {
  const { slug } = await makeFullDeal()
  const statements = await statementsFor(`/deals/${slug}${path}`, [root, page, loader])
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(most)
})

test('the page of a deal that has ended sends at most 14 statements for a member', async () => {
  const { slug } = await makeFullDeal({ end_date: '2026-01-02' })
  const statements = await statementsFor(`/deals/${slug}`, [root, page, reviews])
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(14)
})

test('the list of deals sends at most 4 statements for a member', async () => {
  await makeFullDeal()
  const statements = await statementsFor('/deals', [root, list])
  expect(statements.length, statements.join('\n')).toBeLessThanOrEqual(4)
})
