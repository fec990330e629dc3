import { useFetcher, useLocation } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive, SUSPENDED_TEXT } from '~/features/people/accounts/profile'
import { Button, ButtonLink } from '~/ui/button'
import { signInPath } from '~/ui/sign-in-prompt'
import type { FollowKind } from './follow'

type FollowButtonProps = {
  kind: FollowKind
  slug: string
  /** What is followed, such as "this vendor". */
  label: string
  /** Undefined for visitors, who get a link to sign in. */
  isFollowed: boolean | undefined
  isSmall?: boolean
}

/** Follows or unfollows a product, vendor or category. Suspended members get a disabled button. */
export function FollowButton({ kind, slug, label, isFollowed, isSmall }: FollowButtonProps) {
  const user = useCurrentUser()
  const fetcher = useFetcher()
  const { pathname, search } = useLocation()
  const look = { tone: 'secondary', size: isSmall ? 'sm' : 'md' } as const
  if (!user) {
    return (
      <ButtonLink to={signInPath(pathname)} icon="bell" {...look}>
        <Words verb="Follow" label={label} />
      </ButtonLink>
    )
  }
  const isPressed = fetcher.formData ? fetcher.formData.get('intent') === 'follow' : Boolean(isFollowed)
  const mayFollow = isActive(user)
  return (
    <fetcher.Form method="post" action={`/follow/${kind}/${slug}`}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <Button
        name="intent"
        // The intent changes with the response, so that a double click sends the same intent twice.
        value={isFollowed ? 'unfollow' : 'follow'}
        icon={isPressed ? 'check' : 'bell'}
        aria-pressed={isPressed}
        disabled={!mayFollow}
        title={mayFollow ? undefined : SUSPENDED_TEXT}
        {...look}
      >
        <Words verb={isPressed ? 'Following' : 'Follow'} label={label} />
      </Button>
    </fetcher.Form>
  )
}

function Words({ verb, label }: { verb: string; label: string }) {
  return (
    <span>
      {`${verb} `}
      <bdi>{label}</bdi>
    </span>
  )
}
