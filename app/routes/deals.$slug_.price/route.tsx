import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findPublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { writeToDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { priceReportPath, SIGN_IN_TO_REPORT } from '~/features/contributions/change-logs/price-report'
import { priceReportForm } from '~/features/contributions/change-logs/price-report.server'
import { reportChange } from '~/features/contributions/change-logs/report-change.server'
import { ContributionForm } from '~/features/people/accounts/contribution-form'
import { findUser, requireAuthor } from '~/features/people/accounts/guards.server'
import { withFormErrors } from '~/http/actions.server'
import { ERROR_TITLE, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { notFound } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { PageHeading } from '~/ui/page-heading'
import { PriceReportForm } from './price-report-form'

const FAILED = 'Failed to submit change report'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const path = priceReportPath(params.slug!)
  // Suspended members can read.
  if (!(await findUser(request))) await requireAuthor(request, { text: SIGN_IN_TO_REPORT, path })
  const deal = await findPublishedDeal(params.slug!)
  if (!deal) throw notFound('Deal')
  const description = `Report another price of ${deal.title}.`
  const head = pageHead({ title: `${deal.title}: report a price change`, description, path, isIndexed: false })
  const { slug, title, platform, deal_price, currency, deal_price_period } = deal
  return { head, deal: { slug, title, platform: platform.name, deal_price, currency, deal_price_period } }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireAuthor(request, { text: SIGN_IN_TO_REPORT, path: priceReportPath(params.slug!) })
  return withFormErrors(request, FAILED, () =>
    writeToDeal(params.slug!, async (deal) => {
      const onRecord = await findPublishedDeal(deal.slug)
      if (!onRecord) throw notFound('Deal')
      return reportChange({ request, form: priceReportForm(onRecord), user, deal })
    }),
  )
}

export const clientAction = withFormFailure(FAILED, { title: ERROR_TITLE })

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function PriceReportPage() {
  const { deal } = useLoaderData<typeof loader>()
  const back = `/deals/${deal.slug}/changes#record`
  return (
    <div className="wrap mb-section max-w-[calc(64rem+2*var(--spacing-gutter))]">
      <PageHeading title="Report a price change" above={<BackLink to={back}>{deal.title}</BackLink>} />
      <ContributionForm signIn={{ text: SIGN_IN_TO_REPORT, path: priceReportPath(deal.slug) }}>
        <PriceReportForm deal={deal} back={back} />
      </ContributionForm>
    </div>
  )
}
