import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { hasDefaultParams, SEARCH_TEXT_LIMIT } from '~/features/catalog/deals/list/deal-filters'
import { listManagedDeals } from '~/features/catalog/deals/list/managed-deals.server'
import {
  DEFAULT_MANAGE_SEARCH,
  listManagedChips,
  listManagedSelects,
  type ManagedNames,
  type ManageSearch,
  managePath,
  orderOf,
  parseManageSearch,
  TAG_MAX,
} from '~/features/catalog/deals/list/managed-search'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { canDeleteDeals } from '~/features/people/accounts/profile'
import { listManagedNames } from '~/features/staff/bulk/managed-names.server'
import { submitBulk } from '~/features/staff/bulk/submit-bulk.server'
import { useFormResult } from '~/http/form-hooks'
import { recordFailure, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { withLoadFailure } from '~/http/responses.server'
import { ButtonLink } from '~/ui/button'
import { Chip } from '~/ui/chip'
import type { LoadFailureHandle } from '~/ui/error-screen'
import { ErrorSummary } from '~/ui/error-summary'
import { TextField } from '~/ui/field'
import { ListScreen } from '~/ui/list-screen'
import { SelectField } from '~/ui/select-field'
import { BulkBar } from './bulk-bar'
import { dealColumns } from './columns'

const TITLE = 'Manage Deals'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  return withLoadFailure(async () => {
    const search = parseManageSearch(request.url)
    if (hasDefaultParams(new URL(request.url).searchParams, DEFAULT_MANAGE_SEARCH)) throw redirect(managePath(search))

    const [found, names] = await Promise.all([listManagedDeals(search), listManagedNames(search)])
    if (search.page > Math.max(found.pages, 1)) throw redirect(managePath({ ...search, page: found.pages }))
    const description = 'All deals, including drafts.'
    const head = pageHead({ title: TITLE, description, path: '/admin/deals', isIndexed: false })
    return { head, search, mayDelete: canDeleteDeals(user), names, ...found }
  })
}

/** The buttons of a row. */
export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return submitBulk(request, user)
}

export const clientAction = withFormFailure(recordFailure('deal'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle: LoadFailureHandle = { loadFailure: 'Failed to load deals' }

export default function ManageDealsPage() {
  const { search, mayDelete, names, deals, count, isCapped, pages } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const total = `${count.toLocaleString('en-US')}${isCapped ? '+' : ''}`
  return (
    <ListScreen
      key={managePath(search)}
      head={TITLE}
      lead={`${total} ${count === 1 ? 'deal' : 'deals'}, ${orderOf(search)}`}
      actions={<ListActions search={search} />}
      label="Deals"
      filters={{
        search: {
          id: 'q',
          label: 'Search',
          placeholder: 'Search by title or vendor...',
          maxLength: SEARCH_TEXT_LIMIT,
          defaultValue: search.q,
        },
        fields: <FilterFields search={search} names={names} />,
        isLong: true,
      }}
      bar={
        <>
          <ErrorSummary title={result?.failure} errors={summaryOf(result)} />
          <FilterChips search={search} names={names} />
          {deals.length > 0 ? <BulkBar {...{ search, total, mayDelete }} /> : null}
        </>
      }
      columns={dealColumns(search, mayDelete)}
      rows={deals}
      empty={{ icon: 'search-x', title: 'No deals found. Create your first deal!', found: 'No deals found' }}
      search={search}
      pathOf={managePath}
      pages={pages}
    />
  )
}

function ListActions({ search }: { search: ManageSearch }) {
  return (
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
  )
}

type FilterProps = { search: ManageSearch; names: ManagedNames }

function FilterFields({ search, names }: FilterProps) {
  return (
    <>
      {search.import ? <input type="hidden" name="import" value={search.import} /> : null}
      {listManagedSelects(names).map(({ name, label, options }) => (
        <SelectField
          key={name}
          id={name}
          name={name}
          label={label}
          defaultValue={search[name]}
          options={[...options]}
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
    </>
  )
}

/** The set filters; each chip links to the list without it. */
function FilterChips({ search, names }: FilterProps) {
  const chips = listManagedChips(search, names)
  if (chips.length === 0) return null
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      {chips.map(({ name, label, value }) => (
        <Chip key={name} label={label} value={value} to={managePath({ ...search, [name]: '', page: 1 })} />
      ))}
      <Link className="link text-small" to={managePath({ sort: search.sort })}>
        Clear all
      </Link>
    </div>
  )
}
