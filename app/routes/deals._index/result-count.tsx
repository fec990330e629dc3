import { PAGE_SIZE } from '~/features/deals/deal-search'
import { pluralize } from '~/ui/pluralize'

type ResultCountProps = { count: number; isCapped: boolean; page: number; shown: number }

/** "37 deals, showing 1 to 24". */
export function ResultCount({ count, isCapped, page, shown }: ResultCountProps) {
  const first = (page - 1) * PAGE_SIZE + 1
  const range = `, showing ${first.toLocaleString('en-US')} to ${(first + shown - 1).toLocaleString('en-US')}`
  return (
    <p className="small muted" role="status">
      <b className="strong">{isCapped ? `${count.toLocaleString('en-US')}+ deals` : pluralize(count, 'deal')}</b>
      {shown > 0 ? range : null}
    </p>
  )
}
