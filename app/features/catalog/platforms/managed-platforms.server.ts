import { countDealsUnder } from '~/features/catalog/taxonomy/dependent-deals.server'
import { readPlatforms } from './platforms.server'

/** Every platform by name, with the number of its deals. */
export async function listManagedPlatforms() {
  const platforms = await readPlatforms()
  const counts = await countDealsUnder(
    'platform_id',
    platforms.map(({ id }) => id),
  )
  return platforms.map((platform) => ({ ...platform, deals: counts.get(platform.id) ?? 0 }))
}
