import { useLoaderData } from '@remix-run/react'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'
import { TaxonomyIndex } from '~/features/catalog/taxonomy/taxonomy-index'
import { orEmpty } from '~/http/responses.server'
import { shortUrl } from '~/ui/outside-link'

const LEAD = 'Marketplaces where deals are sold.'

export async function loader() {
  const [platforms, head] = await Promise.all([
    orEmpty(undefined, listPlatforms()),
    describePage({ title: 'Platforms', description: LEAD, path: '/platforms' }),
  ])
  return { platforms: platforms ?? [], isUnreachable: platforms === undefined, head }
}

export default function PlatformsPage() {
  const { platforms, isUnreachable } = useLoaderData<typeof loader>()
  const items = platforms.map(({ website_url, ...platform }) => ({
    ...platform,
    text: website_url && shortUrl(website_url),
  }))
  return <TaxonomyIndex kind="platform" lead={LEAD} items={items} isUnreachable={isUnreachable} />
}
