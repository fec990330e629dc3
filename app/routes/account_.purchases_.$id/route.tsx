import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { SEARCH_TEXT_LIMIT } from '~/features/catalog/deals/list/deal-filters'
import { findChoice, listChoices } from '~/features/contributions/purchases/choose-deal.server'
import { findOwnPurchase } from '~/features/contributions/purchases/own-purchases.server'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type SentForm, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { defineSearch, parseRowId, slugParam, textParam } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { utcToday } from '~/http/utc-day'
import { AccountLayout } from '~/layout/account-layout'
import { ErrorSummary } from '~/ui/error-summary'
import { addAction, changeAction } from './actions.server'
import { ChooseDeal } from './choose-deal'
import { PurchaseForm } from './purchase-form'
import { RefundBox } from './refund-box'
import { RemovePurchase } from './remove-purchase'

const FAILED = (form: SentForm) =>
  form.get('intent') === 'remove' ? 'Failed to remove purchase' : 'Failed to save purchase'

const search = defineSearch({ q: textParam(SEARCH_TEXT_LIMIT), deal: slugParam })
const asked = (request: Request) => search.parse(new URL(request.url).searchParams)

/** The form of a purchase, or of a new one. Without a deal in the address of a new one, the step that chooses it. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const isNew = params.id === 'new'
  const { q, deal: slug } = isNew ? asked(request) : search.defaults
  const id = parseRowId(params.id)
  const purchase = id && (await findOwnPurchase(user.id, id))
  const deal = slug ? await findChoice(user.id, slug) : undefined
  if (isNew ? slug && !deal : !purchase) throw notFound(isNew ? 'Deal' : 'Purchase')
  if (deal?.purchase_id) throw redirect(`/account/purchases/${deal.purchase_id}`)

  const choices = isNew && !deal && q ? await listChoices(user.id, q) : []
  const title = purchase ? `Purchase of ${purchase.title}` : 'Add a purchase'
  const path = `/account/purchases/${params.id}`
  const head = pageHead({ title, description: 'A purchase of yours.', path, isIndexed: false })
  const stored = purchase || undefined
  return { purchase: stored, deal, q, choices, today: utcToday(), canWrite: isActive(user), head }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, FAILED, () =>
    params.id === 'new'
      ? addAction(request, user, asked(request).deal)
      : changeAction(request, user, parseRowId(params.id)),
  )
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function PurchasePage() {
  const { purchase, deal, q, choices, today, canWrite } = useLoaderData<typeof loader>()
  const result = useFormResult()
  // Two forms share the page.
  const isOfRefund = submittedValue(result, 'intent') === 'refund'
  const chosen = deal && { ...deal, bought_on: null, paid: deal.deal_price, refunded_on: null }
  const shown = purchase ?? chosen
  const lead = shown ? 'Only you can see it.' : 'Which deal did you buy?'
  return (
    <AccountLayout title={purchase ? 'Edit a purchase' : 'Add a purchase'} lead={lead}>
      {canWrite ? (
        <div className="grid content-start gap-5">
          {purchase ? (
            <>
              <ErrorSummary errors={isOfRefund ? summaryOf(result) : []} />
              <RefundBox purchase={purchase} today={today} result={isOfRefund ? result : undefined} />
            </>
          ) : null}
          {shown ? (
            <PurchaseForm purchase={shown} isNew={!purchase} result={isOfRefund ? undefined : result} />
          ) : (
            <ChooseDeal q={q} choices={choices} />
          )}
          {purchase ? <RemovePurchase purchase={purchase} /> : null}
        </div>
      ) : (
        <SuspendedNotice />
      )}
    </AccountLayout>
  )
}
