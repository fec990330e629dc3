import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { findWritableDeal } from '~/features/catalog/deals/page/writable-deal.server'
import { priceReportPath, SIGN_IN_TO_REPORT } from '~/features/contributions/change-logs/price-report'
import { findUser, requireAuthor } from '~/features/people/accounts/guards.server'
import { notFound } from '~/http/responses.server'

/** Leads to the form of a change report, with Price chosen. Suspended members can read it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  if (!(await findUser(request))) {
    await requireAuthor(request, { text: SIGN_IN_TO_REPORT, path: priceReportPath(params.slug!) })
  }
  const deal = await findWritableDeal(params.slug!)
  if (!deal) throw notFound('Deal')
  return redirect(`/deals/${deal.slug}/changes?kind=PRICE#report`)
}
