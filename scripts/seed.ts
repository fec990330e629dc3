import { parseArgs } from 'node:util'
import { withDatabase } from './database/with-database'

/** `npm run seed` adds missing demo content; `npm run seed -- --remove` removes demo content that was not edited. */
const { remove } = parseArgs({ options: { remove: { type: 'boolean' } } }).values

await withDatabase(async () => {
  if (remove) {
    const { describeRemoval, removeDemo } = await import('~/features/site/demo/remove-demo.server')
    for (const line of describeRemoval(await removeDemo(null))) console.log(line)
    return
  }
  const { seedDemo } = await import('~/features/site/demo/seed-demo.server')
  const added = await seedDemo()
  console.log(added > 0 ? `Added ${added} demo deals.` : 'The demo content already exists.')
})
