import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { SAVE_FAILED } from '~/features/catalog/deals/deal'
import { hasDefaultParams } from '~/features/catalog/deals/list/deal-search'
import { listManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import {
  DEFAULT_MANAGE_SEARCH,
  managePath,
  orderOf,
  parseManageSearch,
} from '~/features/catalog/deals/list/managed-search'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { canDeleteDeals } from '~/features/people/accounts/profile'
import { bulkProgress } from '~/features/staff/bulk/bulk'
import { listRunningBulk } from '~/features/staff/bulk/bulk.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { withLoadFailure } from '~/http/responses.server'
import { useRefresh, type WaitingHandle } from '~/layout/refresh'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import type { LoadFailureHandle } from '~/ui/error-screen'
import { ErrorSummary } from '~/ui/error-summary'
import { NoMatches } from '~/ui/no-matches'
import { Notice } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { changeRow } from './actions.server'
import { BulkBar } from './bulk-bar'
import { DealTable } from './deal-table'
import { ManageChips } from './manage-chips'
import { ManageFilters } from './manage-filters'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  return withLoadFailure(async () => {
    const search = parseManageSearch(request.url)
    if (hasDefaultParams(new URL(request.url).searchParams, DEFAULT_MANAGE_SEARCH)) throw redirect(managePath(search))

    const [found, running, categories, platforms] = await Promise.all([
      listManagedDeals(search),
      listRunningBulk(user.id),
      listCategoriesForFilter(),
      listPlatforms(),
    ])
    if (search.page > Math.max(found.pages, 1)) throw redirect(managePath({ ...search, page: found.pages }))

    const title = 'Manage Deals'
    const head = pageHead({
      title,
      description: 'All deals, including drafts.',
      path: '/admin/deals',
      isIndexed: false,
    })
    const taxonomies = {
      categories: categories.map(({ name, full_name, slug, depth }) => ({ name, full_name, slug, depth })),
      platforms: platforms.map(({ name, slug }) => ({ name, slug })),
    }
    return { title, head, search, mayDelete: canDeleteDeals(user), running, ...found, ...taxonomies }
  })
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, SAVE_FAILED, () => changeRow(request, user))
}

export const clientAction = withFormFailure(SAVE_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle: LoadFailureHandle & WaitingHandle<Awaited<ReturnType<typeof loader>>> = {
  loadFailure: 'Failed to load deals',
  isWaiting: ({ running }) => running.length > 0,
}

export default function ManageDealsPage() {
  const { title, search, mayDelete, running, deals, count, isCountCapped, pages, categories, platforms } =
    useLoaderData<typeof loader>()
  const result = useFormResult()
  useRefresh(running.length > 0)
  const total = `${count.toLocaleString('en-US')}${isCountCapped ? '+' : ''}`
  return (
    <>
      <ScreenHead title={title} lead={`${total} ${count === 1 ? 'deal' : 'deals'}, ${orderOf(search)}`}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={managePath(search, '/export')} tone="secondary" icon="download">
            Export CSV
          </ButtonLink>
          <ButtonLink to={managePath(search, '/new')} icon="plus">
            New Deal
          </ButtonLink>
        </div>
      </ScreenHead>
      {running.map(({ id, verb, count }) => (
        <Notice
          key={id}
          icon="hourglass"
          title={`${bulkProgress(verb, count)}…`}
          text="The audit log lists what was changed."
        />
      ))}
      <ErrorSummary errors={summaryOf(result)} />
      <ManageFilters key={managePath(search)} {...{ search, categories, platforms }} />
      <ManageChips {...{ search, categories, platforms }} />
      {deals.length > 0 ? (
        <>
          <BulkBar key={managePath(search)} {...{ search, total, mayDelete }} />
          <DealTable key={managePath(search)} {...{ deals, search, mayDelete }} />
        </>
      ) : managePath(search) !== '/admin/deals' ? (
        <NoMatches title="No deals found" clear="/admin/deals" />
      ) : (
        <EmptyState icon="search-x" title="No deals found. Create your first deal!" />
      )}
      <Pagination page={search.page} pageCount={pages} href={(page) => managePath({ ...search, page })} />
    </>
  )
}
