import { TICKS } from '~/features/audience/following/followed-deal'
import { findReachedPrice, saveChoices } from '~/features/audience/following/followed-deals.server'
import {
  choicesForm,
  renameSearchForm,
  rhythmForm,
  saveSearchForm,
  targetForm,
} from '~/features/audience/following/following-form.server'
import { removeFollow } from '~/features/audience/following/follows.server'
import { SEARCH_QUERY_MAX, SEARCHES_FULL, savedQuery } from '~/features/audience/following/saved-search'
import {
  removeSearch,
  renameSearch,
  type Saving,
  saveSearch,
  setTells,
} from '~/features/audience/following/saved-searches.server'
import { describeSearch, parseDealSearch } from '~/features/catalog/deals/list/deal-filters'
import type { User } from '~/features/people/accounts/guards.server'
import { saveMailRhythm } from '~/features/people/mails/mail-rhythm.server'
import { resumeMails } from '~/features/people/mails/refusals.server'
import { invalid, parseForm, readForm } from '~/http/forms.server'
import { parseRowId } from '~/http/params'
import { badRequest, notFound, safePath } from '~/http/responses.server'
import { redirectWithToast } from '~/http/toast.server'
import { formatMoney } from '~/ui/money'

type FollowingRequest = {
  request: Request
  user: User
  /** The page that is shown again. */
  path: string
}

export async function rhythmAction({ request, user, path }: FollowingRequest) {
  const submission = await parseForm(request, rhythmForm)
  if (submission.status !== 'success') return invalid(submission)
  await saveMailRhythm(user.id, submission.value.rhythm)
  return redirectWithToast(path, { tone: 'success', title: 'Email settings saved' })
}

export async function tryMailAgainAction({ user, path }: FollowingRequest) {
  await resumeMails(user.id)
  return redirectWithToast(path, {
    tone: 'success',
    title: 'Email is on',
    text: 'You will get the next email as usual.',
  })
}

/** The ticks and the target price of a saved deal; "Turn off alerts" clears all of them. */
export async function dealAction({ request, user, path }: FollowingRequest) {
  const isStopped = (await readForm(request)).has('stop')
  if (isStopped) {
    await save(request, user, { ...everyTick(false), target_price: null })
    return redirectWithToast(path, { tone: 'success', title: 'Alerts are off', text: STILL_SAVED })
  }
  const submission = await parseForm(request, choicesForm)
  if (submission.status !== 'success') return invalid(submission)
  const { target, ...ticks } = submission.value
  const errors = await findTargetErrors(request, user, target)
  if (errors) return invalid(submission, errors)
  await save(request, user, { ...ticks, target_price: target })
  return redirectWithToast(path, { tone: 'success', title: 'Saved' })
}

const STILL_SAVED = 'The deal stays saved.'

export async function followAgainAction({ request, user, path }: FollowingRequest) {
  await save(request, user, everyTick(true))
  return redirectWithToast(path, { tone: 'success', title: 'Alerts are on' })
}

/** From the page of the deal, which only asks for the price. */
export async function targetAction({ request, user, path }: FollowingRequest) {
  const submission = await parseForm(request, targetForm)
  if (submission.status !== 'success') return invalid(submission)
  const { target } = submission.value
  const errors = await findTargetErrors(request, user, target)
  if (errors) return invalid(submission, errors)
  await save(request, user, { target_price: target })
  const title = target === null ? 'Price alert removed' : 'Price alert saved'
  return redirectWithToast(safePath((await readForm(request)).get('returnTo'), path), { tone: 'success', title })
}

export async function unfollowAction({ request, user, path }: FollowingRequest) {
  const id = parseRowId((await readForm(request)).get('id'))
  if (!id) throw notFound('Followed vendor or category')
  await removeFollow(user.id, id)
  return redirectWithToast(path, { tone: 'success', title: 'Unfollowed' })
}

async function findTargetErrors(request: Request, user: User, target: string | null) {
  const dealId = parseRowId((await readForm(request)).get('id'))
  const reached = dealId && target !== null && (await findReachedPrice(user.id, dealId, target))
  if (!reached) return undefined
  const price = formatMoney(reached.deal_price, reached.currency)
  return { fieldErrors: { target: [`The price is ${price} already. Enter a lower one.`] } }
}

async function save(request: Request, user: User, choices: Parameters<typeof saveChoices>[2]) {
  const dealId = parseRowId((await readForm(request)).get('id'))
  if (!dealId || !(await saveChoices(user.id, dealId, choices))) throw notFound('Saved deal')
}

function everyTick(value: boolean) {
  return Object.fromEntries(TICKS.map((tick) => [tick, value]))
}

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

export async function searchTellsAction({ request, user, path }: SearchRequest) {
  const tells = (await readForm(request)).get('tells')
  if (tells !== 'on' && tells !== 'off') throw badRequest('Unknown action.')
  const saved = await setTells(user.id, await readId(request), tells === 'on')
  if (!saved) throw notFound('Saved search')
  const title = tells === 'on' ? "You'll hear about new matches" : 'You see new matches only here'
  return redirectWithToast(path, { tone: 'success', title, text: saved.name })
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
