import type { Executor } from '~/db/executor'

/** The names of all categories and platforms by id. There are few hundred of them. */
export async function listTaxonomyNames(executor: Executor): Promise<ReadonlyMap<string, string>> {
  const places = await executor
    .selectFrom('categories')
    .select(['id', 'name'])
    .unionAll(executor.selectFrom('platforms').select(['id', 'name']))
    .execute()
  return new Map(places.map(({ id, name }) => [id, name]))
}
