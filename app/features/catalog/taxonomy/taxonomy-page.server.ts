import { redirect } from '@remix-run/node'
import { toCards } from '~/features/catalog/deals/list/deal-card'
import { DEFAULT_SEARCH } from '~/features/catalog/deals/list/deal-filters'
import { listDeals } from '~/features/catalog/deals/list/find-deals.server'
import { listingPath } from '~/features/catalog/deals/list/listing'
import { parsePage } from '~/http/params'
import { movedTo, notFound } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'
import { TAXONOMIES, type Taxonomy } from './taxonomy'

type Found = { slug: string }
type Finders<Row> = {
  find(slug: string): Promise<Row | undefined>
  /** By a former slug. */
  findMoved(slug: string): Promise<Found | undefined>
}

/**
 * A category or a platform with one page of its deals.
 *
 * @throws a redirect from a former slug or from beyond the last page, and a 404
 */
export async function loadTaxonomyPage<Row extends Found>(
  request: Request,
  kind: Taxonomy,
  slug: string,
  { find, findMoved }: Finders<Row>,
) {
  const { noun, path } = TAXONOMIES[kind]
  const page = parsePage(request)
  const [row, list] = await Promise.all([
    find(slug),
    listDeals({ ...DEFAULT_SEARCH, [kind]: slug, page }, { countsOffers: true }),
  ])
  if (!row) {
    const moved = await findMoved(slug)
    throw moved ? movedTo(`${path}/${moved.slug}`) : notFound(noun)
  }
  if (page > Math.max(list.pages, 1)) throw redirect(listingPath(`${path}/${slug}`, list.pages))
  return { row, list: { ...list, deals: toCards(list.deals) }, today: utcToday(), page, path: `${path}/${slug}` }
}
