import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect, useLoaderData } from '@remix-run/react'
import { type DealFormResult, editorFailure } from '~/features/catalog/deals/editor/deal-draft'
import { DealEditor } from '~/features/catalog/deals/editor/deal-editor'
import { newDealForm } from '~/features/catalog/deals/editor/deal-form.server'
import { managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import { fieldsOfSuggestion, findSuggestion } from '~/features/contributions/suggestions/draft-of-suggestion.server'
import { SuggestionNotice } from '~/features/contributions/suggestions/suggestion-notice'
import { requireStaff } from '~/features/people/accounts/guards.server'
import { acceptSuggestion } from '~/features/staff/editing/accept-suggestion.server'
import { listTaxonomy } from '~/features/staff/editing/list-taxonomy.server'
import { createDeal } from '~/features/staff/editing/save-deal.server'
import { readDealForm, submitDeal } from '~/features/staff/editing/submit-deal.server'
import { itemPath } from '~/features/staff/queue/item'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { submittedValue, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound, withLoadFailure } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { ConflictNotice } from '~/ui/conflict'
import { ScreenHead } from '~/ui/screen-head'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return withLoadFailure(async () => {
    const [taxonomy, suggestion] = await Promise.all([listTaxonomy(), loadSuggestion(request)])
    const title = 'New Deal'
    const head = pageHead({ title, description: 'Enter a deal.', path: '/admin/deals/new', isIndexed: false })
    const search = parseManageSearch(request.url)
    const known = suggestion && fieldsOfSuggestion(suggestion)
    return { title, head, id: randomUUID(), taxonomy, search, suggestion, known }
  })
}

/** The suggestion that the deal is made of. One that was decided already shows its decision instead. */
async function loadSuggestion(request: Request) {
  const asked = new URL(request.url).searchParams.get('suggestion')
  if (asked === null) return undefined
  const id = parseRowId(asked)
  const suggestion = id && (await findSuggestion(id))
  if (!suggestion) throw notFound('Suggestion')
  if (suggestion.status !== 'PENDING') throw redirect(itemPath('suggestion', suggestion.id))
  return suggestion
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireStaff(request)
  return withFormErrors(request, editorFailure, async () => {
    await readDealForm(request)
    return submitDeal(request, user, newDealForm, ({ id, suggestion, ...form }) =>
      // The draft and the decision on the suggestion are saved together or not at all.
      createDeal(user, id, form, async (trx) => {
        if (suggestion) await acceptSuggestion(trx, user, suggestion, id)
      }),
    )
  })
}

export const clientAction = withFormFailure(editorFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load form data' }

export default function NewDealPage() {
  const { title, id, taxonomy, search, suggestion, known } = useLoaderData<typeof loader>()
  const result = useFormResult<DealFormResult>()
  const conflict = result?.conflict
  const list = suggestion ? itemPath('suggestion', suggestion.id) : managePath(search)
  // This form has already created its deal, so its values can only be saved over that deal.
  const made = conflict && managePath(search, `/${submittedValue(result, 'id')}`)
  return (
    <>
      <BackLink to={list}>{suggestion ? 'Suggestion' : 'Manage Deals'}</BackLink>
      <ScreenHead title={title} />
      {suggestion ? <SuggestionNotice suggestion={suggestion} /> : null}
      <DealEditor {...{ result, list, taxonomy }} stored={known} action={made ?? managePath(search, '/new')}>
        {conflict && made ? (
          <>
            <ConflictNotice conflict={conflict} noun="deal" theirs={made} />
            <input type="hidden" name="version" value={conflict.version} />
          </>
        ) : null}
        <input type="hidden" name="id" value={submittedValue(result, 'id') ?? id} />
        <input type="hidden" name="suggestion" value={submittedValue(result, 'suggestion') ?? suggestion?.id ?? ''} />
      </DealEditor>
    </>
  )
}
