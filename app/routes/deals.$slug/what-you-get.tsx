import { Link } from '@remix-run/react'
import type { DealPlans } from '~/features/catalog/deals/plans/plans'
import { listTerms } from '~/features/catalog/deals/terms'
import { PagePart } from '~/ui/page-part'
import { PlanList, PlansTable } from './plans'
import type { ShownDeal } from './shown-deal'
import { type DealWithTerms, TermsCard, TermsSource } from './terms-card'

type WhatYouGetProps = { deal: DealWithTerms & Pick<ShownDeal, 'slug' | 'currency'>; plans: DealPlans }

/** More columns than these do not fit beside the sidebar. */
const PLANS_IN_TABLE = 4
/** More than these do not fit on a phone either. */
const PLANS_ON_PHONE = 3

export function WhatYouGet({ deal, plans }: WhatYouGetProps) {
  const terms = listTerms(deal, deal.platform)
  const count = plans.plans.length
  return (
    <PagePart aria-labelledby="what-you-get">
      <h2 className="text-figure-md" id="what-you-get">
        What exactly you get
      </h2>
      {count > 0 && count <= PLANS_IN_TABLE ? (
        <PlansTable {...plans} currency={deal.currency} isWide={count > PLANS_ON_PHONE} />
      ) : null}
      {count > PLANS_ON_PHONE ? (
        <PlanList {...plans} currency={deal.currency} isForPhones={count <= PLANS_IN_TABLE} />
      ) : null}
      {terms.some(({ value }) => value !== undefined) ? (
        <TermsCard deal={deal} terms={terms} />
      ) : (
        <>
          <p className="text-muted-foreground">
            {'The terms of this deal are not stated. '}
            <Link className="link" to={`/deals/${deal.slug}/changes#report`} discover="none">
              Tell us what you know
            </Link>
            .
          </p>
          <TermsSource deal={deal} />
        </>
      )}
    </PagePart>
  )
}
