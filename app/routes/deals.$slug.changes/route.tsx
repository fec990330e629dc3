import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { ComponentProps } from 'react'
import { findShownDeal } from '~/features/catalog/deals/page/deal-page.server'
import { writeToDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { offerPrices } from '~/features/catalog/price-history/offer-prices'
import { findPriceHistory, listOfferPrices } from '~/features/catalog/price-history/price-history.server'
import { PriceRecord } from '~/features/catalog/price-history/price-record'
import { ChangeEntry } from '~/features/contributions/change-logs/change-entry'
import { listVerifiedChanges } from '~/features/contributions/change-logs/change-logs.server'
import { beginReport, findReportForm, listOwnReports } from '~/features/contributions/change-logs/change-reports.server'
import { SIGN_IN_TO_REPORT } from '~/features/contributions/change-logs/price-report'
import { reportChange } from '~/features/contributions/change-logs/report-change.server'
import { Timeline } from '~/features/contributions/change-logs/timeline'
import { OwnContribution } from '~/features/contributions/members/own-contribution'
import { ContributionForm } from '~/features/people/accounts/contribution-form'
import { findUser, requireAuthor } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { withFormErrors } from '~/http/actions.server'
import { ERROR_TITLE, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { EmptyState } from '~/ui/empty-state'
import { PANEL_TITLE, PagePart } from '~/ui/page-part'
import { ChangeReportForm } from './report-form'

const FAILED = 'Failed to submit change report'

export async function loader({ request, params }: LoaderFunctionArgs) {
  const [user, deal] = await Promise.all([findUser(request), findShownDeal(request, params.slug!)])
  if (!deal) throw notFound('Deal')

  const [changes, { points: prices, ofPlans }, ofOffers, own] = await Promise.all([
    listVerifiedChanges(deal.id),
    findPriceHistory(deal.id),
    listOfferPrices(deal.id),
    user && listOwnReports(user.id, deal.id),
  ])
  const path = `/deals/${deal.slug}/changes`
  const head = pageHead({
    title: `${deal.title}: changes and prices`,
    description: `Verified changes and recorded prices of ${deal.title} since it was entered.`,
    path,
    feeds: [{ type: 'rss', title: `${deal.title}: verified changes`, path: `${path}.rss` }],
  })
  const edited = own?.find(({ id }) => id === editedIn(request))
  const asked = new URL(request.url).searchParams.get('kind')
  const form = user && beginReport(deal, edited, asked)
  const canWrite = Boolean(user && isActive(user))
  const now = new Date()
  const record = offerPrices(ofOffers, deal.id, now)
  return { path, changes, prices, record, ofPlans, own, edited, form, canWrite, now, head }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const { search } = new URL(request.url)
  const path = `/deals/${params.slug}/changes${search}#report`
  const user = await requireAuthor(request, { text: SIGN_IN_TO_REPORT, path })
  return withFormErrors(request, FAILED, async () => {
    return writeToDeal(params.slug!, async (deal) => {
      const form = await findReportForm(deal.id)
      if (!form) throw notFound('Deal')
      return reportChange({ request, form, user, deal, editedId: editedIn(request) })
    })
  })
}

export const clientAction = withFormFailure(FAILED, { title: ERROR_TITLE })

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function DealChangesPage() {
  const { path, changes, prices, record, ofPlans, own, edited, form, canWrite, now } = useLoaderData<typeof loader>()
  return (
    <>
      <OwnReports reports={own ?? []} path={path} canEdit={canWrite} />
      <VerifiedChanges changes={changes} hasPriceMoved={prices.length > 1} />
      <PriceRecord points={prices} ofOffers={record} ofPlans={ofPlans} now={now} />
      <div id="report" className="grid gap-4">
        <ContributionForm signIn={{ text: SIGN_IN_TO_REPORT, offer: OFFER, path: `${path}#record` }}>
          {/* The key resets the form for another report. */}
          {form ? <ChangeReportForm key={edited?.id ?? own?.[0]?.id} edited={edited} form={form} path={path} /> : null}
        </ContributionForm>
      </div>
    </>
  )
}

const OFFER = 'Tell us what changed, see it verified and earn karma.'

/** The id in `?edit=`, of an own report. */
function editedIn(request: Request) {
  return parseRowId(new URL(request.url).searchParams.get('edit'))
}

type OwnReportsProps = { reports: Awaited<ReturnType<typeof listOwnReports>>; path: string; canEdit: boolean }

/** The reports of the reader that are not published. */
function OwnReports({ reports, path, canEdit }: OwnReportsProps) {
  if (reports.length === 0) return null
  return (
    <PagePart aria-labelledby="own-reports">
      <h3 className={PANEL_TITLE} id="own-reports">
        Your reports
      </h3>
      {reports.map((report) => (
        <OwnContribution
          key={report.id}
          label="Your report"
          contribution={report}
          action={
            canEdit ? (
              <Link className="link" to={`${path}?edit=${report.id}#report`}>
                {report.status === 'PENDING' ? 'Edit' : 'Edit and resubmit'}
                <span className="sr-only">: {report.title}</span>
              </Link>
            ) : null
          }
        >
          <ChangeEntry change={report} />
        </OwnContribution>
      ))}
    </PagePart>
  )
}

type VerifiedChangesProps = ComponentProps<typeof Timeline> & {
  /** The price is recorded without anyone reporting it. */
  hasPriceMoved: boolean
}

function VerifiedChanges({ changes, hasPriceMoved }: VerifiedChangesProps) {
  if (changes.length === 0) {
    return (
      <EmptyState
        icon="history"
        title="No verified changes yet"
        text={
          hasPriceMoved
            ? 'Only the price has changed. See the price record below.'
            : 'Nothing has changed since this deal was entered.'
        }
      />
    )
  }
  return (
    <PagePart aria-labelledby="verified-changes">
      <div>
        <h3 className={PANEL_TITLE} id="verified-changes">
          Verified Changes
        </h3>
        <p className="mt-1 text-small text-muted-foreground">Reported by members, checked by us, newest first.</p>
      </div>
      <Timeline changes={changes} />
    </PagePart>
  )
}
