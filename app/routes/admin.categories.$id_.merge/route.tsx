import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { listCategoryTree } from '~/features/categories/categories.server'
import { describeMerge, mergeCategories } from '~/features/categories/manage-merge.server'
import { listMergeTargets } from '~/features/categories/merge'
import { confirmMerge } from '~/http/confirm-merge.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { errorsOf, submittedValue, summaryOf } from '~/http/form-result'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { notFound } from '~/http/responses.server'
import { parseRowId } from '~/http/row-id'
import { ConfirmMerge } from '~/ui/merge'
import { MergePage } from '~/ui/merge-page'
import '~/styles/members.css'
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
  return withFormErrors(request, FAILED, () =>
    confirmMerge(request, params.id, {
      noun: 'category',
      plural: 'categories',
      merge: (id, into) => mergeCategories(user.id, id, into),
      next: () => '/admin/categories',
    }),
  )
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function MergeCategoriesPage() {
  const { id, full_name, title, targets, merge } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <MergePage
      title={title}
      lead={merge ? 'Nothing has happened yet.' : 'Choose the category that stays.'}
      back={{ to: `/admin/categories/${id}`, name: full_name }}
      swapTo={merge?.canSwap ? `/admin/categories/${merge.into.id}/merge?into=${merge.from.slug}` : undefined}
      errors={summaryOf(result)}
      sides={
        merge ? <CategoryLedger {...merge} /> : <ChooseTarget targets={targets} cancel={`/admin/categories/${id}`} />
      }
      problem={merge?.problem}
    >
      {merge ? (
        <>
          <MergeOutcome {...merge} />
          <ConfirmMerge
            into={{ id: merge.into.id, name: merge.into.full_name }}
            question="These two are the same category. I have looked at both pages."
            kept="both names and the counts"
            cancel={`/admin/categories/${merge.from.id}`}
            errors={errorsOf(result, 'sure')}
            isSure={submittedValue(result, 'sure') === 'on'}
          />
        </>
      ) : null}
    </MergePage>
  )
}
