import { useLocation, useRouteLoaderData } from '@remix-run/react'
import type { ProfileStatus } from '~/db/schema'
import { SUSPENDED_TEXT } from '~/features/accounts/profile'
import { BookmarkButton } from '~/features/bookmarks/bookmark-button'
import { Button, ButtonLink } from '~/ui/button'
import { signInPath } from '~/ui/sign-in-prompt'

/** `isBookmarked` is known of members only. Visitors are led to sign in, suspended people are told. */
export function BookmarkControl({ slug, isBookmarked }: { slug: string; isBookmarked: boolean | undefined }) {
  const user = useRouteLoaderData<{ user: { status: ProfileStatus } | null }>('root')?.user
  const { pathname, search } = useLocation()
  if (user?.status === 'ACTIVE') {
    return <BookmarkButton slug={slug} isBookmarked={Boolean(isBookmarked)} returnTo={pathname + search} />
  }
  const look = { tone: 'secondary', block: true, icon: isBookmarked ? 'bookmark-check' : 'bookmark' } as const
  return (
    <>
      {user ? (
        <Button type="button" disabled aria-describedby="bookmark-gate" {...look}>
          {isBookmarked ? 'Bookmarked' : 'Bookmark'}
        </Button>
      ) : (
        <ButtonLink to={signInPath(`/deals/${slug}`)} aria-describedby="bookmark-gate" {...look}>
          Bookmark
        </ButtonLink>
      )}
      <p className="deal-sidebar__note text-center" id="bookmark-gate">
        {user ? SUSPENDED_TEXT : 'Please sign in to bookmark deals'}
      </p>
    </>
  )
}
