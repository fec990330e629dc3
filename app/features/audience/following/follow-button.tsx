import { Link, useFetcher, useLocation } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive, SUSPENDED_TEXT } from '~/features/people/accounts/profile'
import { Icon } from '~/ui/icon'
import { signInPath } from '~/ui/sign-in-prompt'
import type { FollowKind } from './follow'

type FollowButtonProps = {
  kind: FollowKind
  slug: string
  /** What is followed, such as "this vendor". */
  label: string
  /** Undefined for visitors, who get a link to sign in. */
  isFollowed: boolean | undefined
}

const LOOK =
  'link inline-flex min-h-6 items-center gap-1.5 text-small cursor-pointer disabled:cursor-not-allowed disabled:opacity-60'

/** Follows or unfollows a vendor or category. Suspended members get a disabled button. */
export function FollowButton({ kind, slug, label, isFollowed }: FollowButtonProps) {
  const user = useCurrentUser()
  const fetcher = useFetcher()
  const { pathname, search } = useLocation()
  if (!user) {
    return (
      <Link to={signInPath(pathname)} className={LOOK} discover="none">
        <Words verb="Follow" label={label} />
      </Link>
    )
  }
  const isPressed = fetcher.formData ? fetcher.formData.get('intent') === 'follow' : Boolean(isFollowed)
  const mayFollow = isActive(user)
  return (
    <fetcher.Form method="post" action={`/follow/${kind}/${slug}`}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <button
        type="submit"
        className={LOOK}
        name="intent"
        // The intent changes with the response, so that a double click sends the same intent twice.
        value={isFollowed ? 'unfollow' : 'follow'}
        aria-pressed={isPressed}
        disabled={!mayFollow}
        title={mayFollow ? undefined : SUSPENDED_TEXT}
      >
        <Words verb={isPressed ? 'Following' : 'Follow'} label={label} />
      </button>
    </fetcher.Form>
  )
}

function Words({ verb, label }: { verb: 'Follow' | 'Following'; label: string }) {
  return (
    <>
      <Icon name={verb === 'Follow' ? 'bell' : 'check'} className="size-4" />
      <span>
        {`${verb} `}
        <bdi>{label}</bdi>
      </span>
    </>
  )
}
