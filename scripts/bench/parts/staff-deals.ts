import { TERMS } from '../data/fill'
import type { TimedQuery } from '../measure/timing'

/** The staff's list of deals in each combination of filters with its own query plan, and saving a deal with long lists. */
export async function managedDealQueries(): Promise<TimedQuery[]> {
  const { listManagedDeals } = await import('~/features/deals/manage-deals.server')
  const { DEFAULT_MANAGE_SEARCH } = await import('~/features/deals/manage-search')
  type Asked = Partial<typeof DEFAULT_MANAGE_SEARCH>
  const search = (asked: Asked) => () => listManagedDeals({ ...DEFAULT_MANAGE_SEARCH, ...asked })

  const filters: Record<string, Asked> = {
    everything: {},
    published: { published: 'yes' },
    drafts: { published: 'no' },
    'one status': { status: 'UPCOMING' },
    'drafts of one status': { published: 'no', status: 'EXPIRED' },
    'category with children': { category: 'category-1' },
    'small category': { category: 'category-199' },
    'small platform': { platform: 'platform-50' },
    'category, platform and status': { category: 'category-1', platform: 'platform-50', status: 'UPCOMING' },
    'ended but active': { attention: 'ended' },
    'without price': { attention: 'priceless' },
    'without image': { attention: 'imageless' },
    'without price in a small category': { attention: 'priceless', category: 'category-199' },
  }
  const cases: TimedQuery[] = []
  for (const [name, filter] of Object.entries(filters)) {
    const { pages } = await search(filter)()
    cases.push(['managed deals', name, search(filter)])
    if (pages > 1) cases.push(['managed deals', `${name}, page ${pages}`, search({ ...filter, page: pages })])
  }
  for (const [term, q] of Object.entries({ ...TERMS, title: 'ment con', vendor: 'Quable' })) {
    cases.push(['managed search', term, search({ q })])
    cases.push(['managed search', `${term} in drafts`, search({ q, published: 'no' })])
    cases.push(['managed search', `${term} in a small category`, search({ q, category: 'category-199' })])
  }
  return [...cases, ...(await listSavingCases())]
}

const ENTRIES = 50

async function listSavingCases(): Promise<TimedQuery[]> {
  const { listManagedDeals } = await import('~/features/deals/manage-deals.server')
  const { DEFAULT_MANAGE_SEARCH } = await import('~/features/deals/manage-search')
  const { findDealToEdit } = await import('~/features/deals/manage-deal.server')
  const { saveDeal } = await import('~/features/deals/manage-save.server')
  const { makeProfile } = await import('#tests/factories')
  const staff = await makeProfile({ role: 'MANAGER' })
  const { deals } = await listManagedDeals(DEFAULT_MANAGE_SEARCH)
  const id = deals[0]!.id
  let saves = 0
  const save = async () => {
    const { version, created_at, updated_at, ...form } = (await findDealToEdit(id))!
    const number = Array.from({ length: ENTRIES }, (_, i) => `${i}, save ${++saves}`)
    await saveDeal(staff, id, {
      version,
      form: {
        ...form,
        pros_cons: number.flatMap((text) => [
          { type: 'PRO' as const, text },
          { type: 'CON' as const, text },
        ]),
        faqs: number.map((text) => ({ question: text, answer: text })),
      },
    })
  }
  return [
    ['managed deals', 'deal to edit', () => findDealToEdit(id)],
    ['managed deals', `save with ${ENTRIES} pros, cons and questions`, save],
  ]
}
