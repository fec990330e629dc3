import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { managePath } from '~/features/catalog/deals/list/managed-search'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { RecordTable } from '~/ui/record-table'
import { ScreenHead } from '~/ui/screen-head'
import { SortHead } from '~/ui/sort-head'
import { formatDealCount } from './listing-count'
import { sortTaxonomy, TAXONOMIES, type Taxonomy, type TaxonomySearch, taxonomyPath } from './taxonomy'

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
    pathOf: (sort: TaxonomySearch['sort']) => taxonomyPath(kind, { sort }),
  }
  return (
    <>
      <ScreenHead title={title} lead={lead}>
        <ButtonLink to={`/admin${path}/new`} icon="plus">
          {`New ${noun}`}
        </ButtonLink>
      </ScreenHead>
      {rows.length === 0 ? <EmptyState icon={icon} title={`No ${plural.toLowerCase()} available`} /> : null}
      <RecordTable
        label={plural}
        columns={[
          { label: 'Name', head: <SortHead label="Name" orders={BY_NAME} sorting={sorting} /> },
          'URL',
          ...(column ? [column.heading] : []),
          { label: 'Deals', head: <SortHead label="Deals" orders={BY_DEALS} sorting={sorting} /> },
        ]}
        rows={sortTaxonomy(rows, search).map((row) => ({
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
