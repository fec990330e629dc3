import { BULK_PATH, managePath } from '~/features/catalog/deals/list/managed-search'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { cappedCount } from '~/ui/pluralize'

/** Asks for the status of all deals whose end date has passed. */
export const EXPIRE_OVERDUE_PATH = `${BULK_PATH}?do=set-status&to_status=EXPIRED&all=1&attention=ended`

export function OverdueDeals({ count }: { count: number }) {
  const isOne = count === 1
  return (
    <Box aria-labelledby="overdue">
      <BoxHead>
        <BoxTitle id="overdue">End date passed, status still set</BoxTitle>
        <span className="text-small text-muted-foreground">{cappedCount(count)}</span>
      </BoxHead>
      <BoxBody className="grid content-start gap-4">
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
            {isOne ? 'View it' : 'View them'}
          </ButtonLink>
        </div>
      </BoxBody>
    </Box>
  )
}
