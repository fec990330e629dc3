import type { ManagedDeal } from '~/features/catalog/deals/list/managed-deals.server'
import { type ManageSearch, managePath, orderOf } from '~/features/catalog/deals/list/managed-search'
import { SortHead } from '~/ui/sort-head'
import { Table } from '~/ui/table'
import { DealRow } from './deal-row'

type DealTableProps = { deals: ManagedDeal[]; search: ManageSearch; mayDelete: boolean }

const BY_TITLE = [
  ['title', 'ascending'],
  ['title-desc', 'descending'],
] as const
const BY_PRICE = [
  ['price', 'ascending'],
  ['price-desc', 'descending'],
] as const

export function DealTable({ deals, search, mayDelete }: DealTableProps) {
  const sorting = {
    sort: search.sort,
    pathOf: (sort: ManageSearch['sort']) => managePath({ ...search, sort, page: 1 }),
  }
  return (
    <Table label={`Deals, ${orderOf(search)}`} stack="deals">
      <thead>
        <tr>
          <SortHead label="Deal" orders={BY_TITLE} sorting={sorting} />
          <th scope="col">Published</th>
          <th scope="col">Status</th>
          <th scope="col">Tags</th>
          <SortHead label="Deal price" orders={BY_PRICE} sorting={sorting} className="r" />
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
