import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { DEAL_STATUS_LABELS, DEAL_STATUSES } from '~/features/catalog/deals/deal'
import { listManagedChips, managePath } from '~/features/catalog/deals/list/managed-search'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { BULK_MAX, type BulkVerb, bulkQuestion } from '~/features/staff/bulk/bulk'
import { describeTarget } from '~/features/staff/bulk/bulk.server'
import { listManagedNames } from '~/features/staff/bulk/managed-names.server'
import { parseBulk, submitBulk } from '~/features/staff/bulk/submit-bulk.server'
import { useFormResult } from '~/http/form-hooks'
import { errorsOf, type FormResult, recordFailure, submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { redirectWithToast } from '~/http/toast.server'
import { BackLink } from '~/ui/back-link'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { ScreenHead } from '~/ui/screen-head'
import { SelectField } from '~/ui/select-field'

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
  return submitBulk(request, user)
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
