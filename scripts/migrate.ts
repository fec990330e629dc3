import { withDatabase } from './database/with-database'

await withDatabase(async ({ applied }) => {
  console.log(applied.length > 0 ? `Applied ${applied.join(', ')}` : 'The database is up to date.')
})
