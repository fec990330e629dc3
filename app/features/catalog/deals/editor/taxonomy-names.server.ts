import type { Executor } from '~/db/executor'

/** The names of all categories and platforms by id; there are a few hundred. */
export async function listTaxonomyNames(executor: Executor): Promise<ReadonlyMap<string, string>> {
  const rows = await executor
    .selectFrom('categories')
    .select(['id', 'name'])
    .unionAll(executor.selectFrom('platforms').select(['id', 'name']))
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
