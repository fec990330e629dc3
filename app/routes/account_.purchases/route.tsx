import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import {
  countPurchases,
  listDeadlines,
  listOwnPurchases,
  PURCHASES_PER_PAGE,
  type PurchaseSum,
  sumPurchases,
} from '~/features/contributions/purchases/own-purchases.server'
import { requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { pageHead } from '~/http/page.server'
import { parsePage } from '~/http/params'
import { AccountLayout } from '~/layout/account-layout'
import { Box, BoxBody, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { currencyName, formatMoney } from '~/ui/money'
import { Pagination } from '~/ui/pagination'
import { pluralize } from '~/ui/pluralize'
import { Price } from '~/ui/price'
import { Sum, SumRow, SumTotal } from '~/ui/sum'
import { Deadlines } from './deadlines'
import { PurchaseTable } from './purchase-table'

const LEAD = 'Only you can see this page.'
const PATH = '/account/purchases'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const page = parsePage(request)
  const [counts, sums, deadlines, purchases] = await Promise.all([
    countPurchases(user.id),
    sumPurchases(user.id),
    listDeadlines(user.id),
    listOwnPurchases(user.id, page),
  ])
  const pages = Math.max(Math.ceil(counts.bought / PURCHASES_PER_PAGE), 1)
  if (page > pages) throw redirect(pagePath(pages))

  const head = pageHead({ title: 'Purchases', description: LEAD, path: PATH, isIndexed: false })
  return { counts, sums, deadlines, purchases, page, pages, canWrite: isActive(user), head }
}

export default function PurchasesPage() {
  const { counts, sums, deadlines, purchases, page, pages, canWrite } = useLoaderData<typeof loader>()
  const add = (
    <ButtonLink to={`${PATH}/new`} icon="plus">
      Add a purchase
    </ButtonLink>
  )
  const actions =
    counts.bought > 0 ? (
      <>
        <ButtonLink href={`${PATH}.csv`} tone="secondary" icon="download" download>
          Download CSV
        </ButtonLink>
        {canWrite ? add : null}
      </>
    ) : undefined
  return (
    <AccountLayout title="Purchases" lead={LEAD} actions={actions}>
      {counts.bought === 0 ? (
        <EmptyState
          icon="receipt-text"
          title="No purchases yet"
          text="Add what you bought and when. We'll remind you before the refund deadline and tell you when the terms change."
        >
          {canWrite ? add : null}
        </EmptyState>
      ) : (
        <>
          <div className="grid grid-cols-1 gap-5 min-[52rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.35fr)]">
            <PurchaseTotals counts={counts} sums={sums} />
            <Deadlines deadlines={deadlines} />
          </div>
          <section aria-labelledby="bought" className="grid content-start gap-5">
            <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
              <h2 id="bought" className="text-figure-md">
                All purchases
              </h2>
              <p className="text-small text-muted-foreground">Newest first</p>
            </div>
            <PurchaseTable purchases={purchases} canEdit={canWrite} />
            <Pagination page={page} pageCount={pages} href={pagePath} />
          </section>
        </>
      )}
    </AccountLayout>
  )
}

function pagePath(page: number) {
  return page > 1 ? `${PATH}?page=${page}` : PATH
}

type TotalsProps = { counts: Awaited<ReturnType<typeof countPurchases>>; sums: PurchaseSum[] }

/** One sum of each currency: amounts of different currencies are never added up. */
function PurchaseTotals({ counts: { bought, refunded, unpriced }, sums }: TotalsProps) {
  return (
    <Box aria-labelledby="totals">
      <BoxHead>
        <BoxTitle id="totals">Totals</BoxTitle>
        <span className="text-caption leading-snug text-muted-foreground">{`${bought} bought, ${refunded} refunded`}</span>
      </BoxHead>
      <BoxBody className="grid content-start gap-5">
        {sums.map((sum) => (
          <CurrencySum key={sum.currency} {...sum} />
        ))}
        {unpriced > 0 ? (
          <p className="text-small text-muted-foreground">{`${pluralize(unpriced, 'purchase')} without an amount.`}</p>
        ) : null}
      </BoxBody>
    </Box>
  )
}

function CurrencySum({ currency, bought, refunded, spent }: PurchaseSum) {
  return (
    <Sum>
      <SumRow term={`Bought, ${currencyName(currency)}`}>{formatMoney(bought, currency)}</SumRow>
      {Number(refunded) > 0 ? <SumRow term="Refunded">{`−${formatMoney(refunded, currency)}`}</SumRow> : null}
      <SumTotal term="Spent">
        <Price amount={spent} currency={currency} total />
      </SumTotal>
    </Sum>
  )
}
