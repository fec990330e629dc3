import type { FactCell } from '~/features/audience/compare/facts'
import { DealStatusBadge } from '~/features/catalog/deals/deal-status-badge'
import { Price } from '~/ui/price'
import { Stars } from '~/ui/stars'

export function FactValue({ cell }: { cell: FactCell }) {
  const { text, note, price, status, stars } = cell
  return (
    <>
      {stars === undefined ? null : <Stars value={stars} small />}
      {price ? <Price {...price} /> : status ? <DealStatusBadge status={status} /> : stars ? ` ${text}` : text}
      {note ? <small>{note}</small> : null}
    </>
  )
}
