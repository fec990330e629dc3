import { Link } from '@remix-run/react'
import { DatedEntry, DatedList, DatedNote } from '~/features/contributions/purchases/dated-list'
import type { OwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import { daysLeftText, type MoneyBack, ruleText } from '~/features/contributions/purchases/purchase'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { classes } from '~/ui/classes'
import { LocalDate } from '~/ui/local-date'
import { formatMoney } from '~/ui/money'

/** The refund deadlines that are still possible, the next one first. */
export function Deadlines({ deadlines }: { deadlines: OwnPurchase[] }) {
  return (
    <Box aria-labelledby="deadlines">
      <BoxHead>
        <BoxTitle id="deadlines">Refund deadlines</BoxTitle>
        <span className="text-caption leading-snug text-muted-foreground">We'll remind you 14 and 3 days before</span>
      </BoxHead>
      {deadlines.length > 0 ? (
        <DatedList>
          {deadlines.map((purchase) =>
            purchase.moneyBack?.until ? (
              <Deadline
                key={purchase.id}
                purchase={purchase}
                moneyBack={purchase.moneyBack}
                until={purchase.moneyBack.until}
              />
            ) : null,
          )}
        </DatedList>
      ) : (
        <p className="p-5 text-small text-muted-foreground">No upcoming deadlines.</p>
      )}
    </Box>
  )
}

type DeadlineProps = { purchase: OwnPurchase; moneyBack: MoneyBack; until: string }

function Deadline({ purchase: { title, slug, published, paid, currency }, moneyBack, until }: DeadlineProps) {
  const amount = paid !== null && currency ? ` ${formatMoney(paid, currency)}` : ''
  return (
    <DatedEntry>
      {published ? (
        <Link className="font-semibold no-underline hover:underline" to={`/deals/${slug}`} discover="none">
          <bdi>{title}</bdi>
        </Link>
      ) : (
        <b>
          <bdi>{title}</bdi>
        </b>
      )}
      <LocalDate
        value={until}
        className={classes('font-bold whitespace-nowrap', moneyBack.isSoon && 'text-destructive-ink')}
      />
      <DatedNote>{`${ruleText(moneyBack)}.${amount}${fromRedeeming(moneyBack)}`}</DatedNote>
      <DatedNote at="end">{daysLeftText(moneyBack.daysLeft)}</DatedNote>
    </DatedEntry>
  )
}

/** The day of redeeming is not recorded, so the deadline is counted from the purchase. */
function fromRedeeming({ from }: MoneyBack) {
  return from === 'REDEMPTION' ? ' Counted from the day you bought it; later if you redeemed it later.' : ''
}
