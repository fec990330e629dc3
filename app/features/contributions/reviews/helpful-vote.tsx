import { useFetcher, useLocation } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { classes } from '~/ui/classes'
import { Icon } from '~/ui/icon'
import { QUIET_ACTION, QUIET_TEXT } from '~/ui/quiet-action'
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
  if (user && (isOwn || !isActive(user))) {
    return count > 0 ? <p className={classes(QUIET_TEXT, 'text-muted-foreground')}>{wordsOf(count)}</p> : null
  }
  if (!user) {
    return (
      <a
        className={QUIET_ACTION}
        href={signInPath(`/deals/${slug}#review-${id}`)}
        rel="nofollow"
        aria-label={`${wordsOf(count)}: ${title}`}
      >
        <Icon name="thumbs-up" className="size-4" />
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
        className={QUIET_ACTION}
        name="intent"
        value={isPressed ? 'remove' : 'add'}
        aria-pressed={willBePressed}
        aria-label={`${wordsOf(count)}: ${title}`}
      >
        <Icon name="thumbs-up" className="size-4" />
        {wordsOf(count)}
      </button>
    </fetcher.Form>
  )
}

/** The name for screen readers says which review; what is seen is its beginning. */
const wordsOf = (count: number) => (count > 0 ? `Helpful (${count.toLocaleString('en-US')})` : 'Helpful')
