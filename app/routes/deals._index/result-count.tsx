import { type DealSearch, pageSizeOf } from '~/features/deals/deal-search'
import { pluralize } from '~/ui/pluralize'

type ResultCountProps = { count: number; isCapped: boolean; search: DealSearch; shown: number }

/** "37 deals, showing 1 to 24". */
export function ResultCount({ count, isCapped, search, shown }: ResultCountProps) {
  const first = (search.page - 1) * pageSizeOf(search) + 1
  const range = `, showing ${first.toLocaleString('en-US')} to ${(first + shown - 1).toLocaleString('en-US')}`
  return (
    <p className="small muted" role="status">
      <b className="strong">{isCapped ? `${count.toLocaleString('en-US')}+ deals` : pluralize(count, 'deal')}</b>
      {shown > 0 ? range : null}
    </p>
  )
}
