import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, type MetaFunction, useLoaderData } from '@remix-run/react'
import { requireStaff } from '~/features/accounts/guards.server'
import { listCategoriesForFilter } from '~/features/categories/categories.server'
import { BULK_AT_ONCE, bulkQuestion } from '~/features/deals/bulk-action'
import { SAVE_FAILED } from '~/features/deals/deal'
import { describeTarget } from '~/features/deals/manage-bulk-target.server'
import { listActiveFilters } from '~/features/deals/manage-filter-labels'
import { managePath } from '~/features/deals/manage-search'
import { listPlatforms } from '~/features/platforms/platforms.server'
import { withFormErrors } from '~/http/form-errors.server'
import { withFormFailure } from '~/http/form-failure'
import { summaryOf } from '~/http/form-result'
import { useFormResult } from '~/http/live-errors'
import { headTags } from '~/http/page-head'
import { pageHead } from '~/http/page-head.server'
import { privatePageHeaders } from '~/http/private-page'
import { redirectWithToast } from '~/http/toast.server'
import { BackLink } from '~/ui/back-link'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { ScreenHead } from '~/ui/screen-head'
import '~/styles/members.css'
import { confirmBulk } from './actions.server'
import { Chosen } from './chosen'
import { NewValue } from './new-value'
import { parseAsked } from './target.server'

/** The question before a bulk action, as a page that needs no scripts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const { verb, toStatus, target, isEmpty } = parseAsked(request, user)
  const list = managePath(target.search)
  if (isEmpty) throw await redirectWithToast(list, { tone: 'error', title: 'Select at least one deal.' })
  const [deals, categories, platforms] = await Promise.all([
    describeTarget(target),
    listCategoriesForFilter(),
    listPlatforms(),
  ])
  if (deals.count === 0) throw await redirectWithToast(list, { tone: 'error', title: 'No deals match any more.' })

  const title = `${bulkQuestion(verb, deals.count)}?`
  const filters = target.ids ? undefined : listActiveFilters(target.search, { categories, platforms })
  const head = pageHead({ title, description: 'Confirm a bulk action.', path: '/admin/deals/bulk', isIndexed: false })
  const options = verb === 'set-category' ? categories.map(({ id, name, depth }) => ({ id, name, depth })) : []
  return { head, title, bulkId: crypto.randomUUID(), verb, toStatus, list, deals, filters, categories: options }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, SAVE_FAILED, () => confirmBulk(request, user, parseAsked(request, user)))
}

export const clientAction = withFormFailure(SAVE_FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/revalidation'

export const headers = privatePageHeaders

export const meta: MetaFunction<typeof loader> = ({ data }) => headTags(data?.head)

export default function ConfirmBulkPage() {
  const { title, bulkId, verb, toStatus, list, deals, filters, categories } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <>
      <BackLink to={list}>Manage Deals</BackLink>
      <ScreenHead title={title} lead={describeChoice(filters)} />
      <ErrorSummary title="Please confirm" errors={summaryOf(result)} />
      <Chosen titles={deals.titles} count={deals.count} />
      <Form method="post" className="stack" noValidate>
        <input type="hidden" name="bulk_id" value={bulkId} />
        <input type="hidden" name="count" value={deals.count} />
        <input type="hidden" name="fingerprint" value={deals.fingerprint} />
        <NewValue {...{ verb, toStatus, categories, result }} />
        <Consequence verb={verb} count={deals.count} />
        <div className="flex flex-wrap gap-3">
          <Button tone={verb === 'delete' ? 'danger' : 'primary'}>{bulkQuestion(verb, deals.count)}</Button>
          <ButtonLink to={list} tone="secondary">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </>
  )
}

function describeChoice(filters: { label: string; value: string }[] | undefined) {
  if (!filters) return 'Selected on the list'
  if (filters.length === 0) return 'All deals'
  return `All that match: ${filters.map(({ label, value }) => `${label} “${value}”`).join(', ')}`
}

function Consequence({ verb, count }: { verb: string; count: number }) {
  return (
    <div className="max-w-[60ch] stack">
      {verb === 'delete' ? (
        <p>
          Their reviews, comments, verified changes, prices and clicks are deleted too, and their pages will say that
          the deal was removed. This cannot be undone.
        </p>
      ) : null}
      {verb === 'publish' ? <p>Deals that lack a required field stay drafts, and you are told how many.</p> : null}
      {count > BULK_AT_ONCE ? <p>This takes a while. The list of deals shows how far it is.</p> : null}
    </div>
  )
}
