import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { findDealToEdit } from '~/features/deals/manage-deal.server'
import { describeMerge, listMergeTargets, mergeDeals } from '~/features/deals/manage-merge.server'
import { confirmMerge } from '~/http/confirm-merge.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { errorsOf, submittedValue, summaryOf } from '~/http/form-result'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { notFound } from '~/http/responses.server'
import { ConfirmMerge } from '~/ui/merge'
import { MergePage } from '~/ui/merge-page'
import '~/styles/members.css'
import { ChooseTarget } from './choose-target'
import { DealFates } from './deal-fates'
import { DealLedger } from './deal-ledger'

const FAILED = 'Failed to merge deals'

/** First the choice of the deal that stays, then, with `into` in the address, what would happen. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const deal = await findDealToEdit(params.id!)
  if (!deal) throw notFound('Deal')

  const { searchParams } = new URL(request.url)
  const merge = await describeMerge(deal.id, searchParams.get('into') ?? '')
  const q = (searchParams.get('q') ?? '').trim().slice(0, 200)
  const path = `/admin/deals/${deal.id}/merge`
  const head = pageHead({ title: `Merge ${deal.title}`, description: 'Merge two deals.', path, isIndexed: false })
  return { id: deal.id, title: deal.title, head, q, merge, targets: merge ? [] : await listMergeTargets(deal.id, q) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, FAILED, () =>
    confirmMerge(request, params.id, {
      noun: 'deal',
      same: 'offer',
      merge: (id, into) => mergeDeals(user.id, id, into),
      next: (into) => `/admin/deals/${into}`,
    }),
  )
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function MergeDealsPage() {
  const { id, title, q, targets, merge } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <MergePage
      title={merge ? 'Merge two deals' : `Merge ${title}`}
      lead={merge ? 'Nothing has happened yet.' : 'Choose the deal that stays.'}
      back={{ to: `/admin/deals/${id}`, name: title }}
      swapTo={merge?.canSwap ? `/admin/deals/${merge.into.id}/merge?into=${merge.from.id}` : undefined}
      errors={summaryOf(result)}
      sides={merge ? <DealLedger {...merge} /> : <ChooseTarget id={id} q={q} targets={targets} />}
      problem={merge?.problem}
    >
      {merge ? (
        <>
          <DealFates {...merge} />
          <ConfirmMerge
            into={{ id: merge.into.id, name: merge.into.title }}
            question="These two are the same offer. I have looked at both pages."
            kept="the title, the slug and the counts"
            cancel={`/admin/deals/${merge.from.id}`}
            errors={errorsOf(result, 'sure')}
            isSure={submittedValue(result, 'sure') === 'on'}
          />
        </>
      ) : null}
    </MergePage>
  )
}
