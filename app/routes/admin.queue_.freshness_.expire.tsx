import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { Form, useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { passwordAgain } from '~/features/people/accounts/password-field'
import { requireRecentPassword } from '~/features/people/accounts/reauthentication.server'
import { BULK_AT_ONCE, BULK_WITHOUT_PASSWORD } from '~/features/staff/bulk/bulk'
import { startBulkOf } from '~/features/staff/bulk/bulk.server'
import { freshnessPath, parseFreshnessSearch } from '~/features/staff/freshness/freshness'
import { countUnconfirmed, selectUnconfirmed } from '~/features/staff/freshness/freshness-list.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { invalid, parseForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { forbidden } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { addDays, utcToday } from '~/http/utc-day'
import { BackLink } from '~/ui/back-link'
import { BOX_LOOK, BoxBody } from '~/ui/box'
import { Button, ButtonLink } from '~/ui/button'
import { ErrorSummary } from '~/ui/error-summary'
import { formatDate } from '~/ui/local-date'
import { formatCount, pluralize } from '~/ui/pluralize'
import { ScreenHead } from '~/ui/screen-head'

const FAILED = 'Failed to set expired'

const searchOf = (request: Request) => ({
  ...parseFreshnessSearch(request.url),
  section: 'unconfirmed' as const,
  page: 1,
})

/** Asks before all deals that are not confirmed and match a filter are set to Expired. */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  const search = searchOf(request)
  const list = freshnessPath(search)
  const [{ count, members }, categories] = await Promise.all([countUnconfirmed(search), listCategoriesForFilter()])
  if (count === 0) throw await redirectWithToast(list, { tone: 'error', title: 'No deal matches these filters.' })
  const title = `Set ${pluralize(count, 'deal')} expired`
  const head = pageHead({ title, description: 'Confirm it first.', path: '/admin/queue/freshness', isIndexed: false })
  const category = categories.find(({ slug }) => slug === search.category)?.name
  const filter = [
    search.year ? `Last seen in ${search.year}` : 'Last seen in any year',
    search.tag ? `tag ${search.tag}` : 'any tag',
    category ?? 'any category',
  ].join(', ')
  return { head, title, list, count, members, filter: `${filter}.`, until: addDays(utcToday(), 30) }
}

const form = z.object({ count: z.coerce.number().int().min(1) })

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, FAILED, async () => {
    const submission = await parseForm(request, form)
    if (submission.status !== 'success') return invalid(submission)

    const search = searchOf(request)
    const { year, tag, category } = search
    const chosen = { deals: await selectUnconfirmed(search), search: describeSearch({ year, tag, category }) }
    const change = { verb: 'set-status', to_status: 'EXPIRED', isSilent: true, batch: randomUUID() } as const
    const { count } = submission.value
    if (count > BULK_WITHOUT_PASSWORD) await requireRecentPassword(request, user)
    const started = await startBulkOf(user, change, chosen, count)
    if (started.outcome === 'outdated') {
      const now = `${pluralize(started.count, 'deal')} ${started.count === 1 ? 'matches' : 'match'} now. Please look again.`
      return invalid(submission, { status: 409, formErrors: [now] })
    }
    if (started.outcome === 'forbidden') throw forbidden('You cannot do this.')
    const list = freshnessPath({ section: 'unconfirmed' })
    if (started.outcome === 'queued') {
      return redirectWithToast(list, { tone: 'success', title: `Setting ${pluralize(count, 'deal')} to Expired` })
    }
    return redirectWithToast(list, {
      tone: 'success',
      title: `${pluralize(count, 'deal')} set to Expired`,
      undo: { action: list, fields: { intent: 'undo-expire', batch: change.batch } },
    })
  })
}

/** For the audit log: "not confirmed, 2017, black-friday" */
const describeSearch = (filter: Record<string, string>) =>
  ['not confirmed', ...Object.values(filter).filter(Boolean)].join(', ')

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ExpireUnconfirmedPage() {
  const { title, list, count, members, filter, until } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const facts = [
    ['Deals that become Expired', formatCount(count)],
    ['Members who saved one of them', `${formatCount(members)}, no one is notified`],
    ['Can be undone until', formatDate(until)],
  ]
  return (
    <>
      <BackLink to={list}>Freshness</BackLink>
      <ScreenHead title={title} />
      <ErrorSummary title="Nothing was changed" errors={summaryOf(result)} />
      <Form method="post" className={`${BOX_LOOK.box} max-w-176`}>
        <BoxBody className="grid gap-5">
          <p>{filter}</p>
          <dl className="grid max-w-104 divide-y divide-border border-y border-border">
            {facts.map(([term, value]) => (
              <div key={term} className="flex justify-between gap-4 py-2">
                <dt className="text-muted-foreground">{term}</dt>
                <dd className="text-end font-semibold">{value}</dd>
              </div>
            ))}
          </dl>
          {count > BULK_AT_ONCE ? <p>This takes a while. Freshness lists it as soon as it is done.</p> : null}
          <input type="hidden" name="count" value={count} />
          {passwordAgain(result)}
          <div className="flex flex-wrap gap-3">
            <Button tone="danger" icon="lock">{`Set expired, all ${formatCount(count)}`}</Button>
            <ButtonLink to={list} tone="secondary">
              Cancel
            </ButtonLink>
          </div>
        </BoxBody>
      </Form>
    </>
  )
}
