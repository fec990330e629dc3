import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { DELETE_FAILED } from '~/features/catalog/deals/deal'
import { deleteDeal } from '~/features/catalog/deals/editor/delete-deal.server'
import { findDealToEdit } from '~/features/catalog/deals/editor/stored-deal.server'
import { managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import { requireAdmin } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { BackLink } from '~/ui/back-link'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { ScreenHead } from '~/ui/screen-head'

/** The confirmation as a page, for browsers without popovers. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireAdmin(request)
  const deal = await findDealToEdit(params.id!)
  if (!deal) throw notFound('Deal')

  const { id, title } = deal
  const path = `/admin/deals/${id}/delete`
  const head = pageHead({ title: `Delete ${title}`, description: 'Delete a deal.', path, isIndexed: false })
  return { id, title, head, search: parseManageSearch(request.url) }
}

export async function action({ request, params }: ActionFunctionArgs) {
  const admin = await requireAdmin(request)
  return withFormErrors(request, DELETE_FAILED, async () => {
    await requireRecentPassword(request, admin)
    const id = parseRowId(params.id)
    if (!id || !(await deleteDeal(admin, id))) throw notFound('Deal')
    const list = managePath(parseManageSearch(request.url))
    return redirectWithToast(list, { tone: 'success', title: 'Deal deleted successfully' })
  })
}

export const clientAction = withFormFailure(DELETE_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function DeleteDealPage() {
  const { id, title, search } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <>
      <BackLink to={managePath(search, `/${id}`)}>{title}</BackLink>
      <ScreenHead title={`Delete ${title}`} lead="Are you sure you want to delete this deal?" />
      <ErrorSummary title="Not deleted" errors={summaryOf(result)} />
      <p className="max-w-[60ch]">
        Its reviews, comments, verified changes, prices and clicks are deleted too, and its page will say that the deal
        was removed. To hide it for a while, unpublish it instead.
      </p>
      <Form method="post" className="flex flex-wrap gap-3">
        {passwordAgain(result)}
        <Button tone="danger">Delete</Button>
        <ButtonLink to={managePath(search)} tone="secondary">
          Cancel
        </ButtonLink>
      </Form>
    </>
  )
}
