import type { TimedQuery } from '../measure/timing'

/** People, the audit log and the small lists: unfiltered, filtered, searched and on a page in the middle. */
export async function managedListQueries(): Promise<TimedQuery[]> {
  const [people, log, rest] = await Promise.all([listPeopleCases(), listLogCases(), listSmallCases()])
  return [...people, ...log, ...rest]
}

async function listPeopleCases(): Promise<TimedQuery[]> {
  const { countUsers, listUsers } = await import('~/features/accounts/users.server')
  const { parseUserSearch } = await import('~/features/accounts/user-search')
  const { db } = await import('~/db/database.server')
  const inTheMiddle = await db
    .selectFrom('profiles')
    .select('id')
    .where('email', 'like', 'member%')
    .orderBy('created_at')
    .offset(10_000)
    .limit(1)
    .executeTakeFirst()
  const queries = ['', 'role=MANAGER', 'status=SUSPENDED', 'role=USER', 'role=MANAGER&status=SUSPENDED']
    .concat([
      'q=second',
      'q=ada',
      'q=member7777',
      'q=zzzz',
      'q=e',
      'q=zq',
      'q=ada&status=SUSPENDED',
      'q=ada&role=MANAGER',
    ])
    .concat(
      inTheMiddle ? [`before=${inTheMiddle.id}`, `after=${inTheMiddle.id}`, `q=ada&before=${inTheMiddle.id}`] : [],
    )
  return [
    ...queries.map((query): TimedQuery => {
      const search = parseUserSearch(new URLSearchParams(query))
      return ['people', query || 'all', () => listUsers(search)]
    }),
    ['people', 'count', () => countUsers({ role: '', status: '' })],
    ['people', 'count of the suspended', () => countUsers({ role: '', status: 'SUSPENDED' })],
  ]
}

async function listLogCases(): Promise<TimedQuery[]> {
  const { listAuditEntries, listAuditKinds } = await import('~/features/audit/audit-list.server')
  const { parseAuditSearch } = await import('~/features/audit/audit-search')
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const range = `from=${daysAgo(33)}&to=${daysAgo(30)}`
  const queries = ['', 'before=20000', 'action=role.changed', 'action=sign-in.failed', 'entity=deal', 'who=member1%40']
    .concat(['who=ada', 'who=nobodyatall', range, `to=${daysAgo(30)}`, `${range}&action=role.changed`])
    .concat([`${range}&entity=deal`, `${range}&who=ada`, 'entity=deal&id=x'])
  return [
    ...queries.map((query): TimedQuery => {
      const search = parseAuditSearch(new URLSearchParams(query))
      return ['audit log', query || 'everything', () => listAuditEntries(search)]
    }),
    ['audit log', 'kinds of entries', listAuditKinds],
  ]
}

async function listSmallCases(): Promise<TimedQuery[]> {
  const { listManagedCategories } = await import('~/features/categories/manage-categories.server')
  const { listManagedPlatforms } = await import('~/features/platforms/manage-platforms.server')
  const { listSeoRows } = await import('~/features/seo/manage-seo.server')
  const { parseSeoSearch } = await import('~/features/seo/seo')
  const { listImports } = await import('~/features/csv-import/import-reports.server')
  const seo = (query: string) => () => listSeoRows(parseSeoSearch(new URLSearchParams(query)))
  return [
    ['taxonomies', 'categories', listManagedCategories],
    ['taxonomies', 'platforms', listManagedPlatforms],
    ['SEO', 'first page', seo('')],
    ['SEO', 'page 400', seo('page=400')],
    ['SEO', 'search', seo('entity=deal-77')],
    ['imports', 'history', () => listImports(1)],
  ]
}
