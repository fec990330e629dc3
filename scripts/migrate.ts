import { withDatabase } from './database/with-database'

await withDatabase(async ({ ready }) => {
  const applied = await ready
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date.')
})
