import { Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { listPlatforms } from '~/features/platforms/platforms.server'
import { describePage } from '~/features/seo/describe-page.server'
import { headTags } from '~/http/page-head'
import { publicPageHeaders } from '~/http/public-page'
import { EmptyState } from '~/ui/empty-state'
import { Icon } from '~/ui/icon'
import { shortUrl } from '~/ui/outside-link'

const LEAD = 'Marketplaces where the deals are sold.'

export async function loader() {
  const [platforms, head] = await Promise.all([
    listPlatforms(),
    describePage({ title: 'Platforms', description: LEAD, path: '/platforms' }),
  ])
  return { platforms, head }
}

export const headers = publicPageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function PlatformsPage() {
  const { platforms } = useLoaderData<typeof loader>()
  return (
    <div className="wrap spaced">
      <div className="page-head">
        <h1>Platforms</h1>
        <p className="lead">{LEAD}</p>
      </div>
      {platforms.length === 0 ? (
        <EmptyState icon="store" title="No platforms available" />
      ) : (
        <div className="index">
          {platforms.map(({ id, name, slug, website_url }) => (
            <Link discover="none" key={id} to={`/platforms/${slug}`}>
              <h2>{name}</h2>
              {website_url ? <p>{shortUrl(website_url)}</p> : null}
              <Icon name="chevron-right" />
            </Link>
          ))}
        </div>
      )}
    </div>
  )
}
