import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { listCategoryTree } from '~/features/categories/categories.server'
import { describeMerge } from '~/features/categories/manage-merge.server'
import { listMergeTargets } from '~/features/categories/merge'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { errorsOf, summaryOf } from '~/http/form-result'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { BackLink } from '~/ui/back-link'
import { ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { ConfirmMerge } from '~/ui/merge'
import { Notice } from '~/ui/notice'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { confirmMerge } from './actions.server'
import { ChooseTarget } from './choose-target'
import { CategoryLedger } from './merge-ledger'
import { MergeOutcome } from './merge-outcome'

const FAILED = 'Failed to merge categories'

/** First the choice of the category that stays, then, with `into` in the address, what would happen. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireStaff(request)
  const id = parseRowId(params.id)
  const categories = await listCategoryTree()
  const category = categories.find((one) => one.id === id)
  if (!id || !category) throw notFound('Category')

  const into = new URL(request.url).searchParams.get('into') ?? ''
  const { full_name } = category
  const title = `Merge ${full_name}`
  const path = `/admin/categories/${id}/merge`
  const head = pageHead({ title, description: 'Merge two categories.', path, isIndexed: false })
  const targets = listMergeTargets(categories, id).map(({ name, slug, depth }) => ({ name, slug, depth }))
  return { id, full_name, title, head, targets, merge: await describeMerge(id, into) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, FAILED, () => confirmMerge(request, user, params.id!))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function MergePage() {
  const { id, full_name, title, targets, merge } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <>
      <BackLink to={`/admin/categories/${id}`}>{full_name}</BackLink>
      <ScreenHead title={title} lead={merge ? 'Nothing has happened yet.' : 'Choose the category that stays.'}>
        {merge?.canSwap ? (
          <ButtonLink to={`/admin/categories/${merge.into.id}/merge?into=${merge.from.slug}`} tone="secondary">
            Keep the other one
          </ButtonLink>
        ) : null}
      </ScreenHead>
      <ErrorSummary title="Not merged" errors={summaryOf(result)} />
      {merge ? <CategoryLedger {...merge} /> : <ChooseTarget targets={targets} cancel={`/admin/categories/${id}`} />}
      {merge?.problem ? <Notice tone="bad" title="These cannot be merged" text={merge.problem} isLive={false} /> : null}
      {merge && !merge.problem ? (
        <>
          <MergeOutcome {...merge} />
          <ConfirmMerge
            into={{ id: merge.into.id, name: merge.into.full_name }}
            question="These two are the same category. I have looked at both pages."
            kept="both names and the counts"
            cancel={`/admin/categories/${merge.from.id}`}
            errors={errorsOf(result, 'sure')}
          />
        </>
      ) : null}
    </>
  )
}
