import { useFetcher, useLocation } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { Icon } from '~/ui/icon'
import { signInPath } from '~/ui/sign-in-prompt'

type HelpfulVoteProps = {
  slug: string
  review: { id: string; title: string; helpful_count: number }
  isOwn: boolean
  isPressed: boolean
}

/** "Helpful (12)": a button for readers, a link to sign in for visitors, the count alone for members who cannot vote. */
export function HelpfulVote({ slug, review, isOwn, isPressed }: HelpfulVoteProps) {
  const user = useCurrentUser()
  const { pathname, search } = useLocation()
  const { id, title, helpful_count: count } = review
  if (user && (isOwn || !isActive(user))) return count > 0 ? <p className="act act--still">{wordsOf(count)}</p> : null
  if (!user) {
    return (
      <a
        className="act"
        href={signInPath(`/deals/${slug}#review-${id}`)}
        rel="nofollow"
        aria-label={`${wordsOf(count)}: ${title}`}
      >
        <Icon name="thumbs-up" />
        {wordsOf(count)}
      </a>
    )
  }
  return <VoteForm {...{ slug, review, isPressed }} returnTo={`${pathname}${search}#review-${id}`} />
}

type VoteFormProps = Pick<HelpfulVoteProps, 'slug' | 'review' | 'isPressed'> & { returnTo: string }

function VoteForm({ slug, review: { id, title, helpful_count }, isPressed, returnTo }: VoteFormProps) {
  const fetcher = useFetcher()
  const willBePressed = fetcher.formData ? fetcher.formData.get('intent') === 'add' : isPressed
  const count = helpful_count + Number(willBePressed) - Number(isPressed)
  return (
    <fetcher.Form method="post" action={`/deals/${slug}/helpful`}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="review" value={id} />
      {/* The intent changes with the response, so that a double click sends the same one twice. */}
      <button
        type="submit"
        className="act"
        name="intent"
        value={isPressed ? 'remove' : 'add'}
        aria-pressed={willBePressed}
        aria-label={`${wordsOf(count)}: ${title}`}
      >
        <Icon name="thumbs-up" />
        {wordsOf(count)}
      </button>
    </fetcher.Form>
  )
}

/** The name for screen readers says which review; what is seen is its beginning. */
const wordsOf = (count: number) => (count > 0 ? `Helpful (${count.toLocaleString('en-US')})` : 'Helpful')
