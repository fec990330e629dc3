import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { listCategoriesForFilter } from '~/features/categories/categories.server'
import type { DealFormResult } from '~/features/deals/deal-draft'
import { DealEditor } from '~/features/deals/deal-editor'
import { editorFailure, isFetchFromLink, unlessFetched } from '~/features/deals/fetch-from-link'
import { fetchFromLink } from '~/features/deals/fetch-from-link.server'
import { DEAL_LISTS, newDealForm } from '~/features/deals/manage-form.server'
import { respondToSave, respondWithForm } from '~/features/deals/manage-response.server'
import { createDeal } from '~/features/deals/manage-save.server'
import { managePath, parseManageSearch } from '~/features/deals/manage-search'
import { SaveConflict } from '~/features/deals/save-conflict'
import { listPlatforms } from '~/features/platforms/platforms.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { submittedValue } from '~/http/form-result'
import { parseForm, readForm } from '~/http/forms.server'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { revalidateAfterConflict } from '~/http/revalidation'
import { BackLink } from '~/ui/back-link'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const [categories, platforms] = await Promise.all([listCategoriesForFilter(), listPlatforms()])
  const title = 'New Deal'
  const head = pageHead({ title, description: 'Enter a deal.', path: '/admin/deals/new', isIndexed: false })
  return { title, head, id: randomUUID(), categories, platforms, search: parseManageSearch(request.url) }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  if (isFetchFromLink(await readForm(request, DEAL_LISTS))) {
    return withFormErrors(request, editorFailure, () => fetchFromLink(request, user))
  }
  const submission = await parseForm(request, newDealForm, DEAL_LISTS)
  if (submission.status !== 'success') return respondWithForm(submission)

  const { id, ...form } = submission.value
  return withFormErrors(request, editorFailure, async () => {
    const created = await createDeal(user, id, form)
    return respondToSave(submission, created, managePath(parseManageSearch(request.url)))
  })
}

export const clientAction = withFormFailure(editorFailure)

export const shouldRevalidate = unlessFetched(revalidateAfterConflict)

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function NewDealPage() {
  const { title, id, categories, platforms, search } = useLoaderData<typeof loader>()
  const result = useFormResult<DealFormResult>()
  const conflict = result?.conflict
  const list = managePath(search)
  // This form has already created its deal, so its values can only be saved over that deal.
  const made = conflict && managePath(search, `/${conflict.id}`)
  return (
    <>
      <BackLink to={list}>Manage Deals</BackLink>
      <ScreenHead title={title} />
      <DealEditor {...{ result, list, categories, platforms }} action={made ?? managePath(search, '/new')}>
        {conflict && made ? (
          <>
            <SaveConflict conflict={conflict} theirs={made} />
            <input type="hidden" name="version" value={conflict.version} />
          </>
        ) : null}
        <input type="hidden" name="id" value={submittedValue(result, 'id') ?? id} />
      </DealEditor>
    </>
  )
}
