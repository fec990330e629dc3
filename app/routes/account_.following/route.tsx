import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { FOLLOWED_PER_PAGE } from '~/features/audience/following/follow'
import { countSavedDeals, listFollowedDeals } from '~/features/audience/following/followed-deals.server'
import { countFollows, listFollows } from '~/features/audience/following/follows.server'
import { listSavedSearches } from '~/features/audience/following/list-searches.server'
import { nextWeeklyMail } from '~/features/audience/following/mail-rhythm'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { findMailSettings } from '~/features/people/mails/mail-rhythm.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { submittedValue, summaryOf, withFormFailure } from '~/http/forms'
import { readForm } from '~/http/forms.server'
import { pageHead } from '~/http/page.server'
import { defineSearch, isUuid, pageParam } from '~/http/params'
import { badRequest } from '~/http/responses.server'
import { AccountLayout } from '~/layout/account-layout'
import { ErrorSummary } from '~/ui/error-summary'
import {
  dealAction,
  followAgainAction,
  removeSearchAction,
  renameSearchAction,
  rhythmAction,
  saveSearchAction,
  searchTellsAction,
  targetAction,
  tryMailAgainAction,
  unfollowAction,
} from './actions.server'
import { FollowedDeals } from './followed-deals'
import { FollowedThings } from './followed-things'
import { MailIsOff, MailSettings } from './mail-settings'
import { SavedSearches } from './saved-searches'

const FAILED = 'Failed to save changes'

const TITLE = 'Saved and following'
const LEAD = 'What you hear about, and how often we email you.'

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const search = parseFollowingSearch(request.url)
  const pageOf = (page: number) => ({ limit: FOLLOWED_PER_PAGE, offset: (page - 1) * FOLLOWED_PER_PAGE })
  const [mail, counts, deals, followCount, follows, searches] = await Promise.all([
    findMailSettings(user.id),
    countSavedDeals(user.id),
    listFollowedDeals(user.id, { ...pageOf(search.page), first: search.deal }),
    countFollows(user.id),
    listFollows(user.id, pageOf(search.others)),
    listSavedSearches(user.id),
  ])
  const pages = { page: pagesOf(counts.saved), others: pagesOf(followCount) }
  const inRange = { ...search, page: Math.min(search.page, pages.page), others: Math.min(search.others, pages.others) }
  if (followingPath(inRange) !== followingPath(search)) throw redirect(followingPath(inRange))

  const head = pageHead({ title: TITLE, description: LEAD, path: '/account/following', isIndexed: false })
  const next = nextWeeklyMail(new Date())
  return { mail, next, counts, deals, follows, searches, search, pages, canChange: isActive(user), head }
}

const pagesOf = (count: number) => Math.max(Math.ceil(count / FOLLOWED_PER_PAGE), 1)

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, FAILED, async () => {
    const { deal: _deal, ...search } = parseFollowingSearch(request.url)
    const at = (section: string) => ({ request, user, path: `${followingPath(search)}#${section}` })
    switch ((await readForm(request)).get('intent')) {
      case 'rhythm':
        return rhythmAction(at('mail'))
      case 'mail-on':
        return tryMailAgainAction(at('mail'))
      case 'deal':
        return dealAction(at('deals'))
      case 'follow-again':
        return followAgainAction(at('deals'))
      case 'target':
        return targetAction(at('deals'))
      case 'unfollow':
        return unfollowAction(at('others'))
      case 'save-search':
        return saveSearchAction(at('searches'))
      case 'rename-search':
        return renameSearchAction(at('searches'))
      case 'search-tells':
        return searchTellsAction(at('searches'))
      case 'remove-search':
        return removeSearchAction(at('searches'))
      default:
        throw badRequest('Unknown action.')
    }
  })
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function FollowingPage() {
  const { mail, next, counts, deals, follows, searches, search, pages, canChange } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const sent = { intent: submittedValue(result, 'intent'), id: submittedValue(result, 'id') }
  const isOfDeal = sent.intent === 'deal' || sent.intent === 'target'
  const isOfSearch = sent.intent === 'save-search' || sent.intent === 'rename-search'
  const resultFor = (id: string) => (isOfDeal && sent.id === id ? result : undefined)
  return (
    <AccountLayout title={TITLE} lead={LEAD}>
      <ErrorSummary errors={summaryOf(result, sent.id ? `${sent.id}-` : '')} />
      {mail.mail_off_since ? <MailIsOff since={mail.mail_off_since} canChange={canChange} /> : null}
      <MailSettings
        key={mail.mail_rhythm}
        {...{ mail, next, canChange }}
        result={sent.intent === 'rhythm' ? result : undefined}
      />
      <FollowedDeals
        {...{ deals, counts, canChange, resultFor }}
        openId={search.deal}
        page={search.page}
        pages={pages.page}
        href={(page) => followingPath({ ...search, deal: '', page })}
      />
      <FollowedThings
        {...{ follows, canChange }}
        page={search.others}
        pages={pages.others}
        href={(others) => `${followingPath({ ...search, deal: '', others })}#others`}
      />
      <SavedSearches {...{ searches, canChange }} result={isOfSearch ? result : undefined} />
    </AccountLayout>
  )
}

/** The page of the saved deals, the deal that is shown first and open, and the page of the other followed things. */
const search = defineSearch({
  deal: { default: '', parse: (text: string) => (isUuid(text) ? text : undefined) },
  page: pageParam,
  others: pageParam,
})
type FollowingSearch = typeof search.defaults

const parseFollowingSearch = (url: string) => search.parse(new URL(url).searchParams)
const followingPath = (asked: Partial<FollowingSearch>) => search.path('/account/following', asked)
