import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { SEARCH_TEXT_LIMIT } from '~/features/catalog/deals/list/deal-filters'
import { findChoice, listChoices } from '~/features/contributions/purchases/choose-deal.server'
import { PurchaseFields } from '~/features/contributions/purchases/purchase-fields'
import { addPurchase, purchaseForm } from '~/features/contributions/purchases/save-purchase.server'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { SuspendedNotice } from '~/features/people/accounts/suspended-notice'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { type FormResult, summaryOf, withFormFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { defineSearch, slugParam, textParam } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { AccountLayout } from '~/layout/account-layout'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { FORM_CARD } from '~/ui/form-card'
import { ChooseDeal } from './choose-deal'

const FAILED = 'Failed to save purchase'
const PATH = '/account/purchases'
const search = defineSearch({ q: textParam(SEARCH_TEXT_LIMIT), deal: slugParam })

/** Without a deal in the address, the step that chooses one. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const { q, deal: slug } = search.parse(new URL(request.url).searchParams)
  const deal = slug ? await findChoice(user.id, slug) : undefined
  if (slug && !deal) throw notFound('Deal')
  if (deal?.purchase_id) throw redirect(`${PATH}/${deal.purchase_id}`)

  const head = pageHead({
    title: 'Add a purchase',
    description: 'What you bought.',
    path: `${PATH}/new`,
    isIndexed: false,
  })
  return { q, deal, choices: deal || !q ? [] : await listChoices(user.id, q), canWrite: isActive(user), head }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  const { deal: slug } = search.parse(new URL(request.url).searchParams)
  return withFormErrors(request, FAILED, async () => {
    const deal = slug ? await findChoice(user.id, slug) : undefined
    if (!deal) throw notFound('Deal')
    const submission = await parseForm(request, purchaseForm)
    if (submission.status !== 'success') return invalid(submission)
    const noted = await addPurchase(user.id, deal.id, submission.value.purchase)
    if (!noted) throw notFound('Deal')
    if (noted.isNew) return redirectWithToast(PATH, { tone: 'success', title: 'Purchase added' })
    const text = 'Nothing was changed. You can edit it here.'
    return redirectWithToast(`${PATH}/${noted.id}`, { tone: 'error', title: 'You already added this purchase', text })
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function NewPurchasePage() {
  const { q, deal, choices, canWrite } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const lead = deal ? 'Only you can see it.' : 'Which deal did you buy?'
  return (
    <AccountLayout title="Add a purchase" lead={lead}>
      {canWrite ? null : <SuspendedNotice />}
      {canWrite && deal ? <NewPurchase deal={deal} result={result} /> : null}
      {canWrite && !deal ? <ChooseDeal q={q} choices={choices} /> : null}
    </AccountLayout>
  )
}

type NewPurchaseProps = { deal: NonNullable<Awaited<ReturnType<typeof findChoice>>>; result: FormResult }

function NewPurchase({ deal: { title, vendor_name, currency, deal_price }, result }: NewPurchaseProps) {
  return (
    <Form method="post" className={FORM_CARD} noValidate>
      <ErrorSummary errors={summaryOf(result)} />
      <div>
        <h2>
          <bdi>{title}</bdi>
        </h2>
        <p className="text-small text-muted-foreground">
          <bdi>{vendor_name}</bdi>
        </p>
      </div>
      <PurchaseFields result={result} purchase={{ bought_on: null, paid: deal_price, currency, refunded_on: null }} />
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <Button>Add purchase</Button>
        <ButtonLink to="/account/purchases/new" tone="ghost">
          Choose another deal
        </ButtonLink>
      </div>
    </Form>
  )
}
