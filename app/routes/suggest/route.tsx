import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { findUsualTimes, listContributionsOfKind } from '~/features/contributions/members/own-contributions.server'
import { LOOK_UP, SUGGESTION_LIMITS } from '~/features/contributions/suggestions/suggestion'
import { requireActiveUser, requireUser } from '~/features/people/accounts/guards.server'
import { isActive } from '~/features/people/accounts/profile'
import { countUsed } from '~/features/people/limits/limits.server'
import { withFormErrors } from '~/http/actions.server'
import { useFormResult } from '~/http/form-hooks'
import type { SentForm } from '~/http/forms'
import { withFormFailure } from '~/http/forms'
import { pageHead } from '~/http/page.server'
import { Notice } from '~/ui/notice'
import { PageHeading } from '~/ui/page-heading'
import { handleSuggestion, type SuggestionResult } from './actions.server'
import { Sidebar } from './sidebar'
import { SuggestionForm } from './suggestion-form'

/** Own suggestions beside the form. */
const SHOWN = 5
const FAILED = (form: SentForm) =>
  form.get('step') === LOOK_UP ? 'Failed to look up the link' : 'Failed to send suggestion'
const LEAD =
  "Found a lifetime deal that isn't listed yet? Send us the link. If it checks out, we publish it with your name."

export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const [used, own, usualTimes] = await Promise.all([
    countUsed('suggestion of account', user.id),
    listContributionsOfKind(user.id, 'suggestion', SHOWN),
    findUsualTimes(),
  ])
  const head = pageHead({ title: 'Suggest a deal', description: LEAD, path: '/suggest', isIndexed: false })
  return { head, used, own, usualTime: usualTimes.suggestion, name: user.name, canWrite: isActive(user) }
}

export async function action({ request }: ActionFunctionArgs) {
  const user = await requireActiveUser(request)
  return withFormErrors(request, FAILED, () => handleSuggestion(request, user))
}

export const handle = { hasForms: true }

export const clientAction = withFormFailure(FAILED)

export { revalidateAfterConflict as shouldRevalidate } from '~/http/forms'

export default function SuggestPage() {
  const { used, own, usualTime, name, canWrite } = useLoaderData<typeof loader>()
  const result = useFormResult<SuggestionResult>()
  return (
    <div className="wrap max-w-[calc(64rem+2*var(--spacing-gutter))]">
      <PageHeading title="Suggest a deal" lead={LEAD} />
      <div className="grid gap-8 pb-section lg:grid-cols-[minmax(0,1fr)_19rem] lg:items-start lg:gap-x-14">
        {canWrite ? (
          // A sent suggestion leaves an empty form for the next one.
          <SuggestionForm
            key={`${own[0]?.id}`}
            result={result}
            used={used}
            isLimited={used >= SUGGESTION_LIMITS.aDay}
          />
        ) : (
          <Notice title="Your account is suspended" text="You can read, but not suggest deals." icon="lock" />
        )}
        <Sidebar own={own} usualTime={usualTime} name={name} />
      </div>
    </div>
  )
}
