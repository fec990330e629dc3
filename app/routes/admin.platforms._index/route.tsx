import type { LoaderFunctionArgs } from '@remix-run/node'
import { Link, type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { formatDealCount } from '~/features/deals/listing-count'
import { manageSearchParams } from '~/features/deals/manage-search'
import { listManagedPlatforms } from '~/features/platforms/manage-platforms.server'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { RecordTable } from '~/ui/record-table'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'

const TITLE = 'Manage Platforms'
const LEAD = 'Marketplaces where deals are sold.'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const head = pageHead({ title: TITLE, description: LEAD, path: '/admin/platforms', isIndexed: false })
  return { head, platforms: await listManagedPlatforms() }
}

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function PlatformsScreen() {
  const { platforms } = useLoaderData<typeof loader>()
  return (
    <>
      <ScreenHead title={TITLE} lead={LEAD}>
        <ButtonLink to="/admin/platforms/new" icon="plus">
          New Platform
        </ButtonLink>
      </ScreenHead>
      {platforms.length === 0 ? <EmptyState icon="store" title="No platforms available" /> : null}
      <RecordTable
        label="Platforms"
        columns={['Name', 'URL', 'Website', 'Deals']}
        rows={platforms.map(({ id, name, slug, website_url, deals }) => ({
          id,
          name,
          to: `/admin/platforms/${id}`,
          cells: [
            <Link
              key="address"
              className="link"
              to={`/platforms/${slug}`}
              discover="none"
            >{`/platforms/${slug}`}</Link>,
            website_url ? (
              <OutsideLink key="website" url={website_url}>
                {shortUrl(website_url)}
              </OutsideLink>
            ) : null,
            <Link
              key="deals"
              className="link"
              to={`/admin/deals?${manageSearchParams({ platform: slug })}`}
              discover="none"
            >
              {formatDealCount(deals)}
            </Link>,
          ],
        }))}
      />
    </>
  )
}
