import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { RecordTable } from '~/ui/record-table'
import { ScreenHead } from '~/ui/screen-head'
import { formatDealCount } from './listing-count'
import { managePath } from './manage-search'
import { TAXONOMIES, type Taxonomy } from './taxonomy'

type TaxonomyRow = { id: string; name: string; slug: string; deals: number; depth?: number }
type TaxonomyScreenProps<Row> = {
  kind: Taxonomy
  title: string
  lead: string
  rows: Row[]
  /** A column of its own, before the number of deals. */
  column?: { heading: string; cell(row: Row): ReactNode }
}

/** The staff's list of categories or platforms, with the deals of each. */
export function TaxonomyScreen<Row extends TaxonomyRow>({ kind, title, lead, rows, column }: TaxonomyScreenProps<Row>) {
  const { noun, plural, path, icon } = TAXONOMIES[kind]
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
        columns={['Name', 'URL', ...(column ? [column.heading] : []), 'Deals']}
        rows={rows.map((row) => ({
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
