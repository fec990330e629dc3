import { Link } from '@remix-run/react'
import { managePath } from '~/features/catalog/deals/list/managed-search'
import { ButtonLink } from '~/ui/button'
import { byNumber, type Column, ListScreen, RowName } from '~/ui/list-screen'
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
  column?: Column<Row>
}

/** The staff's list of categories or platforms, with the deals of each. */
export function TaxonomyScreen<Row extends TaxonomyRow>(props: TaxonomyScreenProps<Row>) {
  const { kind, title, lead, rows, search, column } = props
  const { noun, plural, path, icon } = TAXONOMIES[kind]
  const name: Column<Row> = {
    label: 'Name',
    sort: [['', 'ascending']],
    cell: ({ id, name }) => <RowName to={`/admin${path}/${id}`} name={name} />,
  }
  const url: Column<Row> = {
    label: 'URL',
    cell: ({ slug }) => (
      <Link className="link" to={`${path}/${slug}`} discover="none">
        {`${path}/${slug}`}
      </Link>
    ),
  }
  const deals: Column<Row> = {
    label: 'Deals',
    sort: byNumber('deals'),
    cell: ({ slug, deals }) => (
      <Link className="link" to={managePath({ [kind]: slug })} discover="none">
        {formatDealCount(deals)}
      </Link>
    ),
  }
  return (
    <ListScreen
      head={title}
      lead={lead}
      actions={
        <ButtonLink to={`/admin${path}/new`} icon="plus">
          {`New ${noun}`}
        </ButtonLink>
      }
      above={
        <Tabs
          label="Lists"
          items={(['category', 'platform'] as const).map((each) => ({
            to: taxonomyPath(each, {}),
            label: TAXONOMIES[each].plural,
            current: each === kind,
          }))}
        />
      }
      label={plural}
      filters={{ search: { id: 'q', label: 'Search', placeholder: 'Name', maxLength: 100, defaultValue: search.q } }}
      columns={[name, url, ...(column ? [column] : []), deals]}
      rows={searchTaxonomy(rows, search)}
      depthOf={({ depth = 0 }) => depth}
      empty={{
        icon,
        title: `No ${plural.toLowerCase()} available`,
        found: `No ${plural.toLowerCase()} found`,
      }}
      search={search}
      pathOf={(asked) => taxonomyPath(kind, asked)}
    />
  )
}
