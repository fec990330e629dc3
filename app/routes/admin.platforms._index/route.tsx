import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readPlatforms } from '~/features/catalog/platforms/platforms.server'
import { withDealCounts } from '~/features/catalog/taxonomy/dependent-deals.server'
import { parseTaxonomySearch } from '~/features/catalog/taxonomy/taxonomy'
import { TaxonomyScreen } from '~/features/catalog/taxonomy/taxonomy-screen'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { pageHead } from '~/http/page.server'
import { OutsideLink, shortUrl } from '~/ui/outside-link'

const TITLE = 'Manage Platforms'
const LEAD = 'Marketplaces where deals are sold.'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/platforms', isIndexed: false })
  const platforms = await withDealCounts('platform', await readPlatforms())
  return { head, search: parseTaxonomySearch(request.url), platforms }
}

export default function ManagePlatformsPage() {
  const { search, platforms } = useLoaderData<typeof loader>()
  const website = {
    label: 'Website',
    cell: ({ website_url }: (typeof platforms)[number]) =>
      website_url ? <OutsideLink url={website_url}>{shortUrl(website_url)}</OutsideLink> : null,
  }
  return <TaxonomyScreen kind="platform" title={TITLE} lead={LEAD} rows={platforms} search={search} column={website} />
}
