import type { DealPlans } from '~/features/catalog/deals/plans/plans'
import { listTerms } from '~/features/catalog/deals/terms'
import { PagePart } from '~/ui/page-part'
import { PlanList, PlansTable } from './plans'
import type { ShownDeal } from './shown-deal'
import { type DealWithTerms, TermsCard, TermsSource } from './terms-card'

type WhatYouGetProps = { deal: DealWithTerms & Pick<ShownDeal, 'currency'>; plans: DealPlans }

/** More columns than these do not fit beside the sidebar. */
const PLANS_IN_TABLE = 4
/** More than these do not fit on a phone either. */
const PLANS_ON_PHONE = 3

/** Nothing where neither plans nor terms are known; the box "Help complete this record" asks for them. */
export function WhatYouGet({ deal, plans }: WhatYouGetProps) {
  const count = plans.plans.length
  const isUnknown = lacksTerms(deal)
  if (isUnknown && count === 0 && !deal.terms_url) return null
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
      {isUnknown ? <TermsSource deal={deal} /> : <TermsCard deal={deal} terms={listTerms(deal, deal.platform)} />}
    </PagePart>
  )
}

/** Whether no term of a deal is stated. */
export function lacksTerms(deal: DealWithTerms) {
  return listTerms(deal, deal.platform).every(({ value }) => value === undefined)
}
