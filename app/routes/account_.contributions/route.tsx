import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { useId } from 'react'
import { ContributionEntry } from '~/features/contributions/members/contribution-entry'
import { ContributionItem, ContributionList } from '~/features/contributions/members/contribution-list'
import {
  type ContributionGroup,
  countOwnContributions,
  findUsualTimes,
  type ListedContribution,
  listOwnContributions,
  type UsualTimes,
} from '~/features/contributions/members/own-contributions.server'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import { summaryOf, withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { choiceParam, defineSearch, pageParam } from '~/http/params'
import { AccountLayout } from '~/layout/account-layout'
import { ButtonLink } from '~/ui/button'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Icon } from '~/ui/icon'
import { Pagination } from '~/ui/pagination'
import { withdrawAction } from './actions.server'

const LEAD = 'Everything you submitted and its status.'
const FAILED = 'Failed to take back'
/** Shown of each group before "All 18 decisions". */
const FIRST = 5
const PER_PAGE = 20

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const { view, page } = parseContributionsSearch(request.url)
  const counts = await countOwnContributions(user.id)
  const totals = {
    turn: counts.CHANGES_REQUESTED,
    waiting: counts.PENDING,
    decided: counts.APPROVED + counts.REJECTED,
  }
  const pages = view ? Math.max(Math.ceil(totals[view] / PER_PAGE), 1) : 1
  if (page > pages) throw redirect(contributionsPath({ view, page: pages }))

  const listed = view ? { limit: PER_PAGE, offset: (page - 1) * PER_PAGE } : { limit: FIRST }
  const list = async (group: ContributionGroup) =>
    view && view !== group ? [] : listOwnContributions(user.id, group, listed)
  const [turn, waiting, decided, usualTimes] = await Promise.all([
    list('turn'),
    list('waiting'),
    list('decided'),
    findUsualTimes(),
  ])
  const head = pageHead({
    title: 'Contributions',
    description: LEAD,
    path: '/account/contributions',
    isIndexed: false,
  })
  const groups = { turn, waiting, decided }
  return { groups, totals, counts, usualTimes, view, page, pages, canWrite: isActive(user), head }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  const path = contributionsPath(parseContributionsSearch(request.url))
  return withFormErrors(request, FAILED, () => withdrawAction(request, user, path))
}

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function ContributionsPage() {
  const { groups, totals, counts, usualTimes, view, page, pages, canWrite } = useLoaderData<typeof loader>()
  const result = useFormResult()
  const shown = (Object.keys(TITLES) as ContributionGroup[]).filter((group) => groups[group].length > 0)
  const notes = {
    turn: `${totals.turn} to edit`,
    waiting: `${totals.waiting} in review`,
    decided: `${counts.APPROVED} approved, ${counts.REJECTED} rejected`,
  }
  return (
    <AccountLayout title="Contributions" lead={LEAD}>
      <ErrorSummary errors={summaryOf(result)} />
      {view ? <BackToAll /> : null}
      {shown.map((group) => (
        <ContributionGroupSection
          key={group}
          title={TITLES[group]}
          note={notes[group]}
          contributions={groups[group]}
          usualTimes={usualTimes}
          canWrite={canWrite}
          more={totals[group] > groups[group].length && !view ? moreOf(group, totals[group]) : undefined}
        />
      ))}
      {shown.length === 0 ? <NoContributions canWrite={canWrite} /> : null}
      <Pagination page={page} pageCount={pages} href={(page) => contributionsPath({ view, page })} />
      <p className="text-small text-muted-foreground">
        {'We never reject a review for its rating. '}
        <Link className="link" to="/guidelines" discover="none">
          Read the guidelines
        </Link>
      </p>
    </AccountLayout>
  )
}

const TITLES: Record<ContributionGroup, string> = { turn: 'Your turn', waiting: 'Waiting', decided: 'Decided' }

function moreOf(group: ContributionGroup, total: number) {
  const labels = {
    turn: `All ${total} to edit`,
    waiting: `All ${total} in review`,
    decided: `All ${total} decisions`,
  }
  return { to: contributionsPath({ view: group }), label: labels[group] }
}

function BackToAll() {
  return (
    <p>
      <Link className="link link--arrow" to={contributionsPath({})} discover="none">
        <Icon name="arrow-left" />
        All contributions
      </Link>
    </p>
  )
}

function NoContributions({ canWrite }: { canWrite: boolean }) {
  return (
    <EmptyState
      icon="pen-line"
      title="No contributions yet"
      text={canWrite ? 'Review what you bought, report a change, or ask an owner.' : undefined}
    >
      {canWrite ? <ButtonLink to="/deals">Browse Deals</ButtonLink> : null}
    </EmptyState>
  )
}

type ContributionGroupSectionProps = {
  title: string
  /** How many there are. */
  note: string
  contributions: ListedContribution[]
  usualTimes: UsualTimes
  canWrite: boolean
  /** Links to the whole group. */
  more: { to: string; label: string } | undefined
}

function ContributionGroupSection(props: ContributionGroupSectionProps) {
  const { title, note, contributions, usualTimes, canWrite, more } = props
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-border-strong pb-3">
        <h2 id={id} className="text-figure-md">
          {title}
        </h2>
        <p className="text-small text-muted-foreground">{note}</p>
      </div>
      <ContributionList top="heading">
        {contributions.map((contribution) => (
          <ContributionItem key={contribution.id}>
            <ContributionEntry
              contribution={contribution}
              usualTime={usualTimes[contribution.kind]}
              canWrite={canWrite}
            />
          </ContributionItem>
        ))}
      </ContributionList>
      {more ? (
        <p className="pt-4">
          <Link className="link link--arrow" to={more.to} discover="none">
            {more.label}
            <Icon name="arrow-right" />
          </Link>
        </p>
      ) : null}
    </section>
  )
}

const GROUPS = ['turn', 'waiting', 'decided'] as const

/** The parameters of the page: one group in full, or the first of each, and the page of the group. */
const search = defineSearch({ view: choiceParam(GROUPS), page: pageParam })

const parseContributionsSearch = (url: string) => search.parse(new URL(url).searchParams)
const contributionsPath = (asked: Partial<typeof search.defaults>) => search.path('/account/contributions', asked)
