import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { AffectsOwners } from '~/db/schema'
import { describePage } from '~/features/audience/seo/describe-page.server'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import {
  AFFECTS_LABELS,
  AFFECTS_OWNERS,
  CHANGE_KIND_LABELS,
  CHANGE_KINDS,
  type ReportedValues,
} from '~/features/catalog/record/change-log'
import { listChangeStream } from '~/features/contributions/change-logs/change-logs.server'
import { CHANGE_ENTRY, CHANGE_META, ChangeRow } from '~/features/contributions/change-logs/change-row'
import { type ChangeSearch, changesPath, parseChangeSearch } from '~/features/contributions/change-logs/change-search'
import { ValueChange } from '~/features/contributions/change-logs/value-change'
import { withLoadFailure } from '~/http/responses.server'
import { Stamp, Tag } from '~/ui/badge'
import { Button } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterForm } from '~/ui/filter-form'
import { FollowLinks } from '~/ui/follow-links'
import { PageHeading } from '~/ui/page-heading'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { SelectField } from '~/ui/select-field'

const LEAD = 'What changed after the sale: prices, limits and terms, reported by members and checked by us.'

export async function loader({ request }: LoaderFunctionArgs) {
  return withLoadFailure(async () => {
    const { searchParams } = new URL(request.url)
    const asked = parseChangeSearch(searchParams)
    // A form without scripts sends every field.
    if ([...searchParams.values()].includes('')) throw redirect(changesPath(asked))

    const [list, categories] = await Promise.all([listChangeStream(asked), listCategoriesForFilter()])
    const lastPage = Math.max(list.pages, 1)
    if (asked.page > lastPage) throw redirect(changesPath({ ...asked, page: lastPage }))

    const isKnown = categories.some(({ slug }) => slug === asked.category)
    const search = { ...asked, category: isKnown ? asked.category : '' }
    const page = search.page > 1 ? `, page ${search.page}` : ''
    const head = await describePage({
      title: `Verified changes${page}`,
      description: LEAD,
      path: changesPath(search),
      isIndexed: changesPath({ ...search, page: 1 }) === '/changes',
      feeds: (['rss', 'json'] as const).map((type) => ({
        type,
        title: 'Verified changes',
        path: changesPath({ ...search, page: 1 }, `/changes.${type}`),
      })),
    })
    return { ...list, search, categories: categories.map(({ name, slug, depth }) => ({ name, slug, depth })), head }
  })
}

export default function ChangesPage() {
  const { changes, count, isCountCapped, pages, search, categories, head } = useLoaderData<typeof loader>()
  return (
    <div className="wrap mb-section">
      <PageHeading title="Verified changes" lead={LEAD} />
      <ChangeFilters key={changesPath(search)} search={search} categories={categories} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 pt-4.5 pb-5">
        <p className="text-small text-muted-foreground" role="status">
          <b className="font-semibold text-foreground">
            {isCountCapped ? `${count.toLocaleString('en-US')}+ changes` : pluralize(count, 'change')}
          </b>
        </p>
        <FollowLinks feeds={head.feeds} />
      </div>
      {changes.length > 0 ? (
        <ChangeStream changes={changes} />
      ) : (
        <EmptyState
          icon="history"
          title="No verified changes yet"
          text={
            head.isIndexed
              ? 'Changes that members report and we confirm are listed here.'
              : 'Try another kind or category.'
          }
        />
      )}
      <Pagination page={search.page} pageCount={pages} href={(page) => changesPath({ ...search, page })} />
    </div>
  )
}

type ChangeFiltersProps = { search: ChangeSearch; categories: { name: string; slug: string; depth: number }[] }

const KINDS = [
  { value: '', label: 'Any kind' },
  ...CHANGE_KINDS.map((value) => ({ value, label: CHANGE_KIND_LABELS[value] })),
]
const AFFECTED = [
  { value: '', label: 'Anyone' },
  ...AFFECTS_OWNERS.map((value) => ({ value, label: AFFECTS_LABELS[value] })),
]

function ChangeFilters({ search, categories }: ChangeFiltersProps) {
  return (
    <search aria-label="Verified changes">
      <FilterForm action="/changes">
        <p className="sr-only">The list reloads when you choose a filter or press Apply.</p>
        <SelectField id="kind" name="kind" label="Kind" defaultValue={search.kind} options={KINDS} />
        <SelectField id="affects" name="affects" label="Affects" defaultValue={search.affects} options={AFFECTED} />
        <SelectField
          id="category"
          name="category"
          label="Category"
          defaultValue={search.category}
          options={[
            { value: '', label: 'All categories' },
            ...categories.map(({ name, slug, depth }) => ({ value: slug, label: '\u2003'.repeat(depth) + name })),
          ]}
        />
        <Button className="max-md:col-span-full">Apply</Button>
      </FilterForm>
    </search>
  )
}

type StreamedChange = ReportedValues & {
  id: string
  title: string
  affects_owners: AffectsOwners
  verified_at: Date
  deal_title: string
  deal_slug: string
  is_from_file: boolean
}

/** Dated entries of many deals; each links to its entry in the record of its deal. */
function ChangeStream({ changes }: { changes: StreamedChange[] }) {
  return (
    <ol>
      {changes.map((change) => (
        <ChangeRow key={change.id} on={change.verified_at} isFromFile={change.is_from_file}>
          <div className={CHANGE_ENTRY}>
            <h2 className="text-title">
              <Link discover="none" to={`/deals/${change.deal_slug}/changes#change-${change.id}`}>
                <bdi>{change.deal_title}</bdi>
              </Link>
            </h2>
            <p dir="auto" className="max-w-measure text-control font-semibold text-muted-foreground">
              {change.title}
            </p>
            <ValueChange change={change} />
            <div className={CHANGE_META}>
              <Stamp />
              <Tag>{CHANGE_KIND_LABELS[change.kind]}</Tag>
              <span>{AFFECTS_LABELS[change.affects_owners]}</span>
              {change.is_from_file ? <span>Entered from a file</span> : null}
            </div>
          </div>
        </ChangeRow>
      ))}
    </ol>
  )
}
