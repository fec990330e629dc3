import { withDatabase } from './database/with-database'

// `npm run seed`: adds missing demo content.
await withDatabase(async () => {
  const { seedDemo } = await import('~/features/site/demo/seed-demo.server')
  const added = await seedDemo()
  console.log(added > 0 ? `Added ${added} demo deals.` : 'The demo content already exists.')
})
