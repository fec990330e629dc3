import { randomUUID } from 'node:crypto'
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import type { DealStatus } from '~/db/schema'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { DEAL_STATUS_LABELS, DEAL_STATUSES, SAVE_FAILED } from '~/features/catalog/deals/deal'
import { findImportedFile } from '~/features/catalog/deals/list/managed-deals.server'
import {
  listActiveFilters,
  type ManageSearch,
  managePath,
  parseManageSearch,
} from '~/features/catalog/deals/list/managed-search'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'
import { requireStaff, type User } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { canDeleteDeals } from '~/features/people/accounts/profile'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import {
  BULK_AT_ONCE,
  BULK_VERBS,
  BULK_WITHOUT_PASSWORD,
  type BulkVerb,
  bulkQuestion,
  CHOSEN_MAX,
  type DealChange,
  describeOutcome,
} from '~/features/staff/bulk/bulk'
import { type BulkTarget, describeTarget, startBulk } from '~/features/staff/bulk/bulk.server'
import { UNDO_PATH } from '~/features/staff/queue/item'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, type FormResult, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
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
  const [deals, categories, platforms, importedFile] = await Promise.all([
    describeTarget(target),
    listCategoriesForFilter(),
    listPlatforms(),
    findImportedFile(target.search),
  ])
  if (deals.count === 0) throw await redirectWithToast(list, { tone: 'error', title: 'No deals match any more.' })

  const title = `${bulkQuestion(verb, deals.count)}?`
  const filters = target.ids ? undefined : listActiveFilters(target.search, { categories, platforms, importedFile })
  const head = pageHead({ title, description: 'Confirm a bulk action.', path: '/admin/deals/bulk', isIndexed: false })
  const options = verb === 'set-category' ? categories.map(({ id, name, depth }) => ({ id, name, depth })) : []
  return { head, title, verb, toStatus, list, deals, filters, categories: options }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  const { verb, target } = parseBulk(request, user)
  return withFormErrors(request, SAVE_FAILED, async () => {
    const submission = await parseForm(request, confirmation(verb))
    if (submission.status !== 'success') return invalid(submission)
    if (verb === 'delete' || submission.value.count > BULK_WITHOUT_PASSWORD) await requireRecentPassword(request, user)
    const change = changeOf(verb, submission.value, target.search, await listCategoriesForFilter())
    const started = change
      ? await startBulk(user, change, target, submission.value.count)
      : { outcome: 'no-category' as const }
    if (started.outcome === 'forbidden') throw forbidden('You cannot do this.')
    if (started.outcome === 'outdated') return invalid(submission, { status: 409, formErrors: [OUTDATED] })
    if (!change || started.outcome === 'no-category') {
      return invalid(submission, { fieldErrors: { to_category_id: [NO_CATEGORY] } })
    }
    const list = managePath(target.search)
    // The list shows that the job is running.
    if (started.outcome === 'queued') return redirect(list, { status: 303 })
    const { title, text } = describeOutcome(change, started.changed, started.unchanged)
    const batch = 'batch' in change && change.batch
    const undo = batch ? { action: UNDO_PATH, fields: { batch, returnTo: list } } : undefined
    return redirectWithToast(list, { tone: 'success', title, undo, ...(text && { text, stays: true }) })
  })
}

const status = z.enum(DEAL_STATUSES, { error: 'Status is required.' })
const categoryId = z.uuid({ error: 'Category is required.' })

const confirmation = (verb: BulkVerb) =>
  z.object({
    count: z.coerce.number().int().min(1),
    to_status: verb === 'set-status' ? status : status.optional(),
    to_category_id: verb === 'set-category' ? categoryId : categoryId.optional(),
  })

type Confirmation = z.output<ReturnType<typeof confirmation>>

/** Undefined if the category no longer exists. */
function changeOf(
  verb: BulkVerb,
  { to_status, to_category_id }: Confirmation,
  { attention }: ManageSearch,
  categories: { id: string; name: string }[],
): DealChange | undefined {
  // Freshness lists it with an undo. Visitors read already that those are not confirmed, so followers get no news.
  if (verb === 'set-status' && to_status === 'EXPIRED') {
    return { verb, to_status, batch: randomUUID(), isSilent: attention === 'unconfirmed' }
  }
  if (verb === 'set-status') return to_status && { verb, to_status }
  if (verb !== 'set-category') return { verb }
  const category = categories.find(({ id }) => id === to_category_id)
  return category && { verb, to_category_id: category.id, category: category.name }
}

export const clientAction = withFormFailure(SAVE_FAILED)

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
        <NewValue {...{ verb, toStatus, categories, result }} />
        <Consequence verb={verb} count={deals.count} />
        {passwordAgain(result)}
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
  return (
    <div className="max-w-[60ch] grid content-start gap-5">
      {verb === 'delete' ? (
        <p>
          Their reviews, comments, verified changes, prices and clicks are deleted too, and their pages will say that
          the deal was removed. This cannot be undone.
        </p>
      ) : null}
      {verb === 'publish' ? <p>Deals that lack a required field stay drafts, and you are told how many.</p> : null}
      {count > BULK_AT_ONCE ? <p>This takes a while. The audit log lists what was changed.</p> : null}
    </div>
  )
}

type NewValueProps = {
  verb: BulkVerb
  toStatus?: DealStatus
  categories: { id: string; name: string; depth: number }[]
  result: FormResult
}

/** The status or category that the deals get. */
function NewValue({ verb, toStatus, categories, result }: NewValueProps) {
  if (verb !== 'set-status' && verb !== 'set-category') return null
  const isStatus = verb === 'set-status'
  const [id, label] = isStatus ? ['to_status', 'New status'] : ['to_category_id', 'New category']
  const options = isStatus
    ? DEAL_STATUSES.map((value) => ({ value, label: DEAL_STATUS_LABELS[value] }))
    : // Em spaces do not collapse, so they indent subcategories in a native list.
      categories.map(({ id, name, depth }) => ({ value: id, label: '\u2003'.repeat(depth) + name }))
  return (
    <SelectField
      id={id}
      name={id}
      label={label}
      required
      options={[{ value: '', label: 'Choose…' }, ...options]}
      defaultValue={submittedValue(result, id) ?? (isStatus ? toStatus : undefined) ?? ''}
      errors={errorsOf(result, id)}
      fieldClassName="max-w-[24rem]"
    />
  )
}
