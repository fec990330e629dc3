import { renameSearchForm, saveSearchForm } from '~/features/audience/following/following-form.server'
import { describeSearch, SEARCH_QUERY_MAX, SEARCHES_FULL, savedQuery } from '~/features/audience/following/saved-search'
import {
  removeSearch,
  renameSearch,
  type Saving,
  saveSearch,
} from '~/features/audience/following/saved-searches.server'
import { parseDealSearch } from '~/features/catalog/deals/list/deal-search'
import type { User } from '~/features/people/accounts/guards.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { notFound, safePath } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'

type SearchRequest = { request: Request; user: User; path: string }

export async function saveSearchAction({ request, user, path }: SearchRequest) {
  const submission = await parseForm(request, saveSearchForm)
  if (submission.status !== 'success') return invalid(submission)
  const { name, query: given, returnTo } = submission.value
  // Read and written again, whatever was sent.
  const search = parseDealSearch(new URLSearchParams(given))
  const query = savedQuery(search)
  if (describeSearch(search, { ...search, currencies: [] }) === '')
    return invalid(submission, { formErrors: ['Choose a filter first: a search without one has every deal.'] })
  if (query.length > SEARCH_QUERY_MAX)
    return invalid(submission, { formErrors: ['This search is too long to be saved.'] })
  const saving = await saveSearch(user.id, { name, query })
  if (saving.outcome !== 'saved') return invalid(submission, reasonOf(saving))
  return redirectWithToast(safePath(returnTo, path), { tone: 'success', title: 'Search saved', text: name })
}

export async function renameSearchAction({ request, user, path }: SearchRequest) {
  const id = await readId(request)
  const submission = await parseForm(request, renameSearchForm)
  if (submission.status !== 'success') return invalid(submission)
  const saving = await renameSearch(user.id, id, submission.value.name)
  if (saving.outcome !== 'saved') return invalid(submission, reasonOf(saving))
  return redirectWithToast(path, { tone: 'success', title: 'Search renamed' })
}

export async function removeSearchAction({ request, user, path }: SearchRequest) {
  await removeSearch(user.id, await readId(request))
  return redirectWithToast(path, { tone: 'success', title: 'Saved search removed' })
}

function reasonOf(saving: Exclude<Saving, { outcome: 'saved' }>) {
  switch (saving.outcome) {
    case 'missing':
      throw notFound('Saved search')
    case 'full':
      return { status: 409, formErrors: [SEARCHES_FULL] }
    case 'same-name':
      return { fieldErrors: { name: ['You have a search of this name. Choose another one.'] } }
    case 'same-search':
      return { status: 409, formErrors: [`You have saved this search already, as "${saving.name}".`] }
  }
}

async function readId(request: Request) {
  const id = parseRowId((await readForm(request)).get('id'))
  if (!id) throw notFound('Saved search')
  return id
}
