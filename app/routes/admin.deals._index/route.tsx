import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { DEAL_STATUS_LABELS, DEAL_STATUSES, SAVE_FAILED } from '~/features/catalog/deals/deal'
import { hasDefaultParams, SEARCH_TEXT_LIMIT } from '~/features/catalog/deals/list/deal-filters'
import {
  findImportedFile,
  listManagedDeals,
  type ManagedDeal,
} from '~/features/catalog/deals/list/managed-deals.server'
import {
  ATTENTION_LABELS,
  ATTENTIONS,
  DEFAULT_MANAGE_SEARCH,
  type FilterOption,
  listActiveFilters,
  type ManageSearch,
  managePath,
  orderOf,
  PUBLISHED_FILTERS,
  PUBLISHED_LABELS,
  parseManageSearch,
  TAG_MAX,
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
import { Chip } from '~/ui/chip'
import { EmptyState } from '~/ui/empty-state'
import type { LoadFailureHandle } from '~/ui/error-screen'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { NoMatches } from '~/ui/no-matches'
import { Notice } from '~/ui/notice'
import { Pagination } from '~/ui/pagination'
import { ScreenHead } from '~/ui/screen-head'
import { SelectField } from '~/ui/select-field'
import { SortHead } from '~/ui/sort-head'
import { Table } from '~/ui/table'
import { changeRow } from './actions.server'
import { BulkBar } from './bulk-bar'
import { DealRow } from './deal-row'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  return withLoadFailure(async () => {
    const search = parseManageSearch(request.url)
    if (hasDefaultParams(new URL(request.url).searchParams, DEFAULT_MANAGE_SEARCH)) throw redirect(managePath(search))

    const [found, running, categories, platforms, importedFile] = await Promise.all([
      listManagedDeals(search),
      listRunningBulk(user.id),
      listCategoriesForFilter(),
      listPlatforms(),
      findImportedFile(search),
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
    return { title, head, search, mayDelete: canDeleteDeals(user), running, importedFile, ...found, ...taxonomies }
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
  const { title, search, mayDelete, running, deals, count, isCapped, pages, categories, platforms, importedFile } =
    useLoaderData<typeof loader>()
  const result = useFormResult()
  useRefresh(running.length > 0)
  const total = `${count.toLocaleString('en-US')}${isCapped ? '+' : ''}`
  return (
    <>
      <ScreenHead title={title} lead={`${total} ${count === 1 ? 'deal' : 'deals'}, ${orderOf(search)}`}>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={managePath(search, '/export')} tone="secondary" icon="download">
            Export CSV
          </ButtonLink>
          <ButtonLink to="/admin/csv-import" tone="secondary" icon="file-up">
            CSV Import
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
      <ManageChips {...{ search, categories, platforms, importedFile }} />
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

type DealTableProps = { deals: ManagedDeal[]; search: ManageSearch; mayDelete: boolean }

const BY_TITLE = [
  ['title', 'ascending'],
  ['title-desc', 'descending'],
] as const
const BY_PRICE = [
  ['price', 'ascending'],
  ['price-desc', 'descending'],
] as const

function DealTable({ deals, search, mayDelete }: DealTableProps) {
  const sorting = {
    sort: search.sort,
    pathOf: (sort: ManageSearch['sort']) => managePath({ ...search, sort, page: 1 }),
  }
  return (
    <Table label={`Deals, ${orderOf(search)}`} stack="folded">
      <thead>
        <tr>
          <SortHead label="Deal" orders={BY_TITLE} sorting={sorting} />
          <th scope="col">Published</th>
          <th scope="col">Status</th>
          <th scope="col" className="folded:sr-only">
            Tags
          </th>
          <SortHead label="Deal price" orders={BY_PRICE} sorting={sorting} className="text-end" />
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deals.map((deal) => (
          <DealRow key={deal.id} {...{ deal, search, mayDelete }} />
        ))}
      </tbody>
    </Table>
  )
}

type ManageChipsProps = ManageFiltersProps & { importedFile: string }

/** The active filters; each chip links to the list without it. */
function ManageChips({ search, ...names }: ManageChipsProps) {
  const active = listActiveFilters(search, names)
  if (active.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {active.map(({ name, label, value }) => (
        <Chip
          key={name}
          label={label}
          value={value}
          to={managePath({ ...search, [name]: DEFAULT_MANAGE_SEARCH[name], page: 1 })}
        />
      ))}
      <Link className="link text-small" to={managePath({ sort: search.sort })}>
        Clear all
      </Link>
    </div>
  )
}

type ManageFiltersProps = { search: ManageSearch; categories: FilterOption[]; platforms: FilterOption[] }

function ManageFilters({ search, categories, platforms }: ManageFiltersProps) {
  const choices = [
    { id: 'published', label: 'Published', any: 'All', options: optionsOf(PUBLISHED_FILTERS, PUBLISHED_LABELS) },
    { id: 'status', label: 'Status', any: 'Any', options: optionsOf(DEAL_STATUSES, DEAL_STATUS_LABELS) },
    { id: 'category', label: 'Category', any: 'All', options: categories.map(toOption) },
    { id: 'platform', label: 'Platform', any: 'All', options: platforms.map(toOption) },
    { id: 'attention', label: 'Needs attention', any: 'Any', options: optionsOf(ATTENTIONS, ATTENTION_LABELS) },
  ] as const
  return (
    <FilterBar
      label="Deals"
      action="/admin/deals"
      isLong
      search={
        <SearchField
          id="q"
          label="Search"
          placeholder="Search by title or vendor..."
          maxLength={SEARCH_TEXT_LIMIT}
          defaultValue={search.q}
        />
      }
    >
      {search.sort ? <input type="hidden" name="sort" value={search.sort} /> : null}
      {search.import ? <input type="hidden" name="import" value={search.import} /> : null}
      {choices.map(({ id, label, any, options }) => (
        <SelectField
          key={id}
          id={id}
          name={id}
          label={label}
          defaultValue={search[id]}
          options={[{ value: '', label: any }, ...options]}
        />
      ))}
      {/* They choose what is set to Expired. With them the bar has two rows. */}
      {search.attention === 'unconfirmed' || search.year || search.tag ? (
        <>
          <TextField
            id="year"
            name="year"
            label="Last seen in"
            inputMode="numeric"
            maxLength={4}
            defaultValue={search.year}
          />
          <TextField id="tag" name="tag" label="Tag" maxLength={TAG_MAX} defaultValue={search.tag} />
        </>
      ) : null}
    </FilterBar>
  )
}

function optionsOf<Value extends string>(values: readonly Value[], labels: Record<Value, string>) {
  return values.map((value) => ({ value, label: labels[value] }))
}

// Em spaces do not collapse, so they indent subcategories in a native list.
function toOption({ name, slug, depth = 0 }: FilterOption) {
  return { value: slug, label: '\u2003'.repeat(depth) + name }
}
