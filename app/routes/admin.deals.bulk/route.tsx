import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import { listManagedChips, managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import { requireStaff, type User } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { canDeleteDeals } from '~/features/people/accounts/profile'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import {
  BULK_MAX,
  BULK_VERBS,
  BULK_WITHOUT_PASSWORD,
  type BulkVerb,
  bulkQuestion,
  CHOSEN_MAX,
  type DealChange,
  describeResult,
} from '~/features/staff/bulk/bulk'
import { type BulkTarget, changeDeals, describeTarget } from '~/features/staff/bulk/bulk.server'
import { listManagedNames } from '~/features/staff/bulk/managed-names.server'
import { undoOf } from '~/features/staff/queue/actions.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, type FormResult, recordFailure, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { badRequest, forbidden } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { BackLink } from '~/ui/back-link'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { ScreenHead } from '~/ui/screen-head'
import { SelectField } from '~/ui/select-field'

const OUTDATED = 'The list has changed in the meantime, and nothing was done. Check the deals below and confirm again.'
const NO_CATEGORY = 'This category no longer exists. Choose another one.'

/** The confirmation page of a bulk action, which needs no scripts. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireStaff(request)
  const { verb, toStatus, target } = parseBulk(request, user)
  const list = managePath(target.search)
  if (target.ids?.length === 0)
    throw await redirectWithToast(list, { tone: 'error', title: 'Select at least one deal.' })
  const [deals, names, categories] = await Promise.all([
    describeTarget(target),
    listManagedNames(target.search),
    verb === 'set-category' ? listCategoriesForFilter() : [],
  ])
  if (deals.count === 0) throw await redirectWithToast(list, { tone: 'error', title: 'No deals match any more.' })

  const title = `${bulkQuestion(verb, deals.count)}?`
  const filters = target.ids ? undefined : listManagedChips(target.search, names)
  const head = pageHead({ title, description: 'Confirm a bulk action.', path: '/admin/deals/bulk', isIndexed: false })
  // Em spaces do not collapse, so they indent subcategories in a native list.
  const values = categories.map(({ id, name, depth }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return { head, title, verb, toStatus, list, deals, filters, categories: values }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  const { verb, target } = parseBulk(request, user)
  return withFormErrors(request, recordFailure('deal'), async () => {
    const submission = await parseForm(request, confirmation(verb))
    if (submission.status !== 'success') return invalid(submission)
    const { count, change } = submission.value
    if (verb === 'delete' || count > BULK_WITHOUT_PASSWORD) await requireRecentPassword(request, user)
    const result = await changeDeals(user, change, target, count)
    if (result === 'forbidden') throw forbidden('You cannot do this.')
    if (result === 'no-category') return invalid(submission, { fieldErrors: { to_category_id: [NO_CATEGORY] } })
    if ('outdated' in result) return invalid(submission, { status: 409, formErrors: [OUTDATED] })
    const left = count - result.changed - result.already
    const { title, text } = describeResult(verb, result, left)
    // The deals of an import stay in view.
    const shown = target.search.import ? { ...target.search, published: '' as const } : target.search
    const path = left > 0 ? pathOf(request, change) : managePath(shown)
    const undo = result.decision ? undoOf(result.decision, path) : undefined
    return redirectWithToast(path, { tone: 'success', title, undo, ...(text && { text, stays: true }) })
  })
}

const status = z.enum(DEAL_STATUSES, { error: 'Status is required.' })
const categoryId = z.uuid({ error: 'Category is required.' })

const confirmation = (verb: BulkVerb) =>
  z
    .object({
      count: z.coerce.number().int().min(1),
      to_status: verb === 'set-status' ? status : status.optional(),
      to_category_id: verb === 'set-category' ? categoryId : categoryId.optional(),
    })
    .transform(({ count, ...to }) => ({ count, change: { verb, ...to } as DealChange }))

/** The same question for the deals that are left, with the status that was chosen. */
function pathOf(request: Request, change: DealChange) {
  const { pathname, searchParams } = new URL(request.url)
  if (change.verb === 'set-status') searchParams.set('to_status', change.to_status)
  return `${pathname.replace(/\.data$/, '')}?${searchParams}`
}

export const clientAction = withFormFailure(recordFailure('deal'))

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ConfirmBulkPage() {
  const { title, verb, toStatus, list, deals, filters, categories } = useLoaderData<typeof loader>()
  const result = useFormResult()
  return (
    <>
      <BackLink to={list}>Manage Deals</BackLink>
      <ScreenHead title={title} lead={describeChoice(filters)} />
      <ErrorSummary title="Please confirm" errors={summaryOf(result)} />
      <ChosenDeals {...deals} />
      <Form method="post" className="grid content-start gap-5" noValidate>
        <input type="hidden" name="count" value={deals.count} />
        <input type="hidden" name="intent" value={verb} />
        {verb === 'set-status' ? (
          <NewValue id="to_status" label="New status" options={STATUSES} chosen={toStatus} result={result} />
        ) : null}
        {verb === 'set-category' ? (
          <NewValue id="to_category_id" label="New category" options={categories} result={result} />
        ) : null}
        <Consequence verb={verb} count={deals.count} />
        {passwordAgain(result, { intent: verb })}
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

/** @throws 400 for an unknown verb, 403 for what only admins may do */
function parseBulk(request: Request, user: User) {
  const { searchParams } = new URL(request.url)
  const verb = BULK_VERBS.find((one) => one === searchParams.get('do'))
  if (!verb) throw badRequest('Unknown action.')
  if (verb === 'delete' && !canDeleteDeals(user)) throw forbidden('Only admins can delete deals.')
  const search = parseManageSearch(request.url)
  const toStatus = DEAL_STATUSES.find((one) => one === searchParams.get('to_status'))
  if (searchParams.get('all') === '1') return { verb, toStatus, target: { search } as BulkTarget }
  const ids = [...new Set(searchParams.getAll('id').map(parseRowId))].filter((id) => id !== undefined)
  if (ids.length > CHOSEN_MAX) throw badRequest('Too many deals at once.')
  return { verb, toStatus, target: { search, ids } as BulkTarget }
}

function describeChoice(filters: { label: string; value: string }[] | undefined) {
  if (!filters) return 'Selected on the list'
  if (filters.length === 0) return 'All deals'
  return `All that match: ${filters.map(({ label, value }) => `${label} “${value}”`).join(', ')}`
}

/** The first titles of the deals, and how many more there are. */
function ChosenDeals({ titles, count }: { titles: string[]; count: number }) {
  const more = count - titles.length
  return (
    <Box aria-labelledby="chosen">
      <BoxHead>
        <BoxTitle id="chosen">Deals</BoxTitle>
      </BoxHead>
      <ul className="p-5 grid gap-1.5 wrap-anywhere">
        {titles.map((title, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: titles may repeat, and the list never changes
          <li key={index}>
            <bdi className="font-semibold text-foreground">{title}</bdi>
          </li>
        ))}
        {more > 0 ? <li className="text-muted-foreground">{`and ${more.toLocaleString('en-US')} more`}</li> : null}
      </ul>
    </Box>
  )
}

function Consequence({ verb, count }: { verb: BulkVerb; count: number }) {
  const sentences = [
    verb === 'delete'
      ? 'Their reviews, comments, verified changes, prices and clicks are deleted too, and their pages will say that the deal was removed. This cannot be undone.'
      : '',
    count > BULK_MAX
      ? `At most ${BULK_MAX.toLocaleString('en-US')} deals are changed at once. Press again for the next ones.`
      : '',
  ].filter(Boolean)
  return sentences.map((sentence) => (
    <p key={sentence} className="max-w-[60ch]">
      {sentence}
    </p>
  ))
}

const STATUSES = DEAL_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] }))

type NewValueProps = {
  id: 'to_status' | 'to_category_id'
  label: string
  options: { value: string; label: string }[]
  chosen?: string
  result: FormResult
}

/** The status or category that the deals get. */
function NewValue({ id, label, options, chosen = '', result }: NewValueProps) {
  return (
    <SelectField
      id={id}
      name={id}
      label={label}
      required
      options={[{ value: '', label: 'Choose…' }, ...options]}
      defaultValue={submittedValue(result, id) ?? chosen}
      errors={errorsOf(result, id)}
      fieldClassName="max-w-[24rem]"
    />
  )
}
