import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { managePath } from '~/features/catalog/deals/list/managed-search'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { FilterBar, SearchField } from '~/ui/filter-bar'
import { NoMatches } from '~/ui/no-matches'
import { RecordTable } from '~/ui/record-table'
import { ScreenHead } from '~/ui/screen-head'
import { SortHead } from '~/ui/sort-head'
import { Tabs } from '~/ui/tabs'
import { formatDealCount } from './listing-count'
import { searchTaxonomy, TAXONOMIES, type Taxonomy, type TaxonomySearch, taxonomyPath } from './taxonomy'

type TaxonomyRow = { id: string; name: string; full_name?: string; slug: string; deals: number; depth?: number }
type TaxonomyScreenProps<Row> = {
  kind: Taxonomy
  title: string
  lead: string
  rows: Row[]
  search: TaxonomySearch
  /** An extra column before the number of deals. */
  column?: { heading: string; cell(row: Row): ReactNode }
}

const BY_NAME = [['', 'ascending']] as const
const BY_DEALS = [
  ['deals', 'descending'],
  ['deals-asc', 'ascending'],
] as const

/** The staff's list of categories or platforms, with the deals of each. */
export function TaxonomyScreen<Row extends TaxonomyRow>(props: TaxonomyScreenProps<Row>) {
  const { kind, title, lead, rows, search, column } = props
  const { noun, plural, path, icon } = TAXONOMIES[kind]
  const sorting = {
    sort: search.sort,
    pathOf: (sort: TaxonomySearch['sort']) => taxonomyPath(kind, { ...search, sort }),
  }
  const found = searchTaxonomy(rows, search)
  return (
    <>
      <ScreenHead title={title} lead={lead}>
        <ButtonLink to={`/admin${path}/new`} icon="plus">
          {`New ${noun}`}
        </ButtonLink>
      </ScreenHead>
      <Tabs
        label="Lists"
        items={(['category', 'platform'] as const).map((each) => ({
          to: taxonomyPath(each, {}),
          label: TAXONOMIES[each].plural,
          current: each === kind,
        }))}
      />
      {rows.length > 0 ? (
        <FilterBar
          label={plural}
          action={`/admin${path}`}
          search={
            <SearchField
              key={search.q}
              id="q"
              label="Search"
              placeholder="Name"
              maxLength={100}
              defaultValue={search.q}
            />
          }
        >
          {search.sort ? <input type="hidden" name="sort" value={search.sort} /> : null}
        </FilterBar>
      ) : (
        <EmptyState icon={icon} title={`No ${plural.toLowerCase()} available`} />
      )}
      {rows.length > 0 && found.length === 0 ? (
        <NoMatches title={`No ${plural.toLowerCase()} found`} clear={taxonomyPath(kind, {})} />
      ) : null}
      <RecordTable
        label={plural}
        columns={[
          { label: 'Name', head: <SortHead label="Name" orders={BY_NAME} sorting={sorting} /> },
          'URL',
          ...(column ? [column.heading] : []),
          { label: 'Deals', head: <SortHead label="Deals" orders={BY_DEALS} sorting={sorting} /> },
        ]}
        rows={found.map((row) => ({
          id: row.id,
          name: row.name,
          to: `/admin${path}/${row.id}`,
          depth: row.depth,
          cells: [
            <Link key="url" className="link" to={`${path}/${row.slug}`} discover="none">
              {`${path}/${row.slug}`}
            </Link>,
            ...(column ? [column.cell(row)] : []),
            <Link key="deals" className="link" to={managePath({ [kind]: row.slug })} discover="none">
              {formatDealCount(row.deals)}
            </Link>,
          ],
        }))}
      />
    </>
  )
}
