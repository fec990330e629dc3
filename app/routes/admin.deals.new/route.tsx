import { randomUUID } from 'node:crypto'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { redirect, useLoaderData } from '@remix-run/react'
import { listCategoriesForFilter } from '~/features/catalog/categories/categories.server'
import { type DealFormResult, EDITOR_STEPS, editorFailure } from '~/features/catalog/deals/editor/deal-draft'
import { DealEditor } from '~/features/catalog/deals/editor/deal-editor'
import type { DealValues } from '~/features/catalog/deals/editor/deal-form.server'
import {
  DEAL_LISTS,
  newDealForm,
  rejectPicture,
  respondToStep,
} from '~/features/catalog/deals/editor/editor-form.server'
import { managePath, parseManageSearch } from '~/features/catalog/deals/list/managed-search'
import { receivePicture } from '~/features/catalog/pictures/receive-picture.server'
import { listPlatforms } from '~/features/catalog/platforms/platforms.server'
import { fetchFromLink } from '~/features/catalog/vendor-pages/fetch-from-link.server'
import { CannotDecide } from '~/features/contributions/decisions/cannot-decide.server'
import { fieldsOfSuggestion, findSuggestion } from '~/features/contributions/suggestions/draft-of-suggestion.server'
import { SuggestionNotice } from '~/features/contributions/suggestions/suggestion-notice'
import { requireStaff, type User } from '~/features/people/accounts/guards.server'
import { acceptSuggestion } from '~/features/staff/editing/accept-suggestion.server'
import { createDeal } from '~/features/staff/editing/save-deal.server'
import { respondToSave } from '~/features/staff/editing/save-response.server'
import { itemPath } from '~/features/staff/queue/item'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { submittedValue, withFormFailure } from '~/http/forms'
import { parseForm, readForm, returnForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { parseRowId } from '~/http/params'
import { notFound, withLoadFailure } from '~/http/responses.server'
import { BackLink } from '~/ui/back-link'
import { ConflictNotice } from '~/ui/conflict'
import { ScreenHead } from '~/ui/screen-head'

export async function loader({ request }: LoaderFunctionArgs) {
  await requireStaff(request)
  return withLoadFailure(async () => {
    const [categories, platforms, suggestion] = await Promise.all([
      listCategoriesForFilter(),
      listPlatforms(),
      loadSuggestion(request),
    ])
    const title = 'New Deal'
    const head = pageHead({ title, description: 'Enter a deal.', path: '/admin/deals/new', isIndexed: false })
    const search = parseManageSearch(request.url)
    const known = suggestion && fieldsOfSuggestion(suggestion)
    return { title, head, id: randomUUID(), categories, platforms, search, suggestion, known }
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
    const received = await receivePicture(request, 'hero_image_url')
    const sent = await readForm(request, DEAL_LISTS)
    if (received && 'problem' in received) return rejectPicture(sent, received.problem)
    if (sent.get('step') === EDITOR_STEPS.fetch) return fetchFromLink(request, user)
    const filled = respondToStep(sent)
    if (filled) return filled
    const submission = await parseForm(request, newDealForm, DEAL_LISTS)
    if (submission.status !== 'success') return returnForm(submission)

    const { id, suggestion, ...form } = submission.value
    const created = await createFrom(suggestion, user, id, form)
    if (created instanceof CannotDecide) {
      return returnForm(submission, { status: 409, formErrors: [`${created.message} Nothing was saved.`] })
    }
    return respondToSave(submission, created, managePath(parseManageSearch(request.url)))
  })
}

/** The draft and the decision on the suggestion are saved together or not at all. */
async function createFrom(suggestion: string | undefined, user: User, id: string, form: DealValues) {
  if (!suggestion) return createDeal(user, id, form)
  try {
    return await createDeal(user, id, form, (trx) => acceptSuggestion(trx, user, suggestion, id))
  } catch (error) {
    if (error instanceof CannotDecide) return error
    throw error
  }
}

export const clientAction = withFormFailure(editorFailure)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export const handle = { loadFailure: 'Failed to load form data' }

export default function NewDealPage() {
  const { title, id, categories, platforms, search, suggestion, known } = useLoaderData<typeof loader>()
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
      <DealEditor
        {...{ result, list, categories, platforms }}
        stored={known}
        action={made ?? managePath(search, '/new')}
      >
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
