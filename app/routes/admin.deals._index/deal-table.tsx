import type { ManagedDeal } from '~/features/deals/manage-deals.server'
import type { ManageSearch } from '~/features/deals/manage-search'
import { Table } from '~/ui/table'
import { DealRow } from './deal-row'

type DealTableProps = { deals: ManagedDeal[]; search: ManageSearch; mayDelete: boolean; chosen: unknown[] }

export function DealTable({ deals, search, mayDelete, chosen }: DealTableProps) {
  return (
    <Table label="Deals" stack="deals">
      <thead>
        <tr>
          <th scope="col">Deal</th>
          <th scope="col">Published</th>
          <th scope="col">Status</th>
          <th scope="col">Tags</th>
          <th scope="col" className="r">
            Deal price
          </th>
          <th scope="col">
            <span className="sr-only">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {deals.map((deal) => (
          <DealRow key={deal.id} {...{ deal, search, mayDelete }} isChosen={chosen.includes(deal.id)} />
        ))}
      </tbody>
    </Table>
  )
}
