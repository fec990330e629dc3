import { BULK_PATH, managePath } from '~/features/catalog/deals/list/managed-search'
import { ButtonLink } from '~/ui/button'
import { cappedCount } from '~/ui/pluralize'

/** Asks for the status of all deals whose end date has passed. */
export const EXPIRE_OVERDUE_PATH = `${BULK_PATH}?do=set-status&to_status=EXPIRED&all=1&attention=ended`

export function OverdueDeals({ count }: { count: number }) {
  const isOne = count === 1
  return (
    <section className="box" aria-labelledby="overdue">
      <div className="box__head">
        <h2 id="overdue">End date passed, status still set</h2>
        <span className="text-small text-muted-foreground">{cappedCount(count)}</span>
      </div>
      <div className="box__body stack gap-4">
        <p className="max-w-[60ch]">
          {isOne
            ? '1 deal has an end date in the past and was never set to Expired. '
            : `${cappedCount(count)} deals have an end date in the past and were never set to Expired. `}
          Visitors already see Expired, so nothing is wrong on the pages. Setting the status tidies the record.
        </p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink to={EXPIRE_OVERDUE_PATH} tone="secondary" icon="lock">
            {isOne ? 'Set it to expired' : `Set all ${cappedCount(count)} to expired`}
          </ButtonLink>
          <ButtonLink to={managePath({ attention: 'ended' })} tone="ghost">
            {isOne ? 'Look at it' : 'Look through them'}
          </ButtonLink>
        </div>
      </div>
    </section>
  )
}
