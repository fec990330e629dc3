import type { MoneyBack } from '~/features/contributions/purchases/purchase'
import { classes } from '~/ui/classes'
import { formatDate, LocalDate } from '~/ui/local-date'
import { pluralize } from '~/ui/pluralize'

type MoneyBackCellProps = { moneyBack: MoneyBack | undefined; refunded_on: string | null }

/** Until when the money comes back, and whose rule that is. */
export function MoneyBackCell({ moneyBack, refunded_on }: MoneyBackCellProps) {
  if (refunded_on) return <Lines first="Refunded" second={formatDate(refunded_on)} />
  if (!moneyBack) return <span className="subtle">Not stated</span>
  const { days, daysLeft, from, until, isPossible, isSoon, isPlatformRule } = moneyBack
  const rule = isPlatformRule ? "platform's rule" : "deal's rule"
  if (days === 0) return <Lines first="No refund" second={rule} />
  if (!until) return <Lines first={`Within ${pluralize(days, 'day')}`} second={rule} />
  if (!isPossible) return <Lines first="Over" second={`was ${formatDate(until)}`} />
  const notes = [rule, isSoon && pluralize(daysLeft, 'day'), from === 'REDEMPTION' && 'or later']
  return (
    <>
      <LocalDate value={until} className={classes('nowrap', isSoon && 'soon')} />
      <span className="caption subtle">{notes.filter(Boolean).join(', ')}</span>
    </>
  )
}

function Lines({ first, second }: { first: string; second: string }) {
  return (
    <>
      <span className="subtle">{first}</span>
      <span className="caption subtle">{second}</span>
    </>
  )
}
