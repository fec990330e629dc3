import { useLocation } from '@remix-run/react'
import { useCurrentUser } from '~/features/accounts/current-user'
import { isActive, SUSPENDED_TEXT } from '~/features/accounts/profile'
import { BookmarkButton } from '~/features/bookmarks/bookmark-button'
import { Button, ButtonLink } from '~/ui/button'
import { signInPath } from '~/ui/sign-in-prompt'

/** `isBookmarked` is undefined for visitors, who get a link to sign in. Suspended members get a disabled button. */
export function BookmarkControl({ slug, isBookmarked }: { slug: string; isBookmarked: boolean | undefined }) {
  const user = useCurrentUser()
  const { pathname, search } = useLocation()
  if (user && isActive(user)) {
    return <BookmarkButton slug={slug} isBookmarked={Boolean(isBookmarked)} returnTo={pathname + search} />
  }
  const look = { tone: 'secondary', block: true, icon: isBookmarked ? 'bookmark-check' : 'bookmark' } as const
  return (
    <>
      {user ? (
        <Button type="button" disabled aria-describedby="bookmark-note" {...look}>
          {isBookmarked ? 'Bookmarked' : 'Bookmark'}
        </Button>
      ) : (
        <ButtonLink to={signInPath(`/deals/${slug}`)} aria-describedby="bookmark-note" {...look}>
          Bookmark
        </ButtonLink>
      )}
      <p className="deal-sidebar__note text-center" id="bookmark-note">
        {user ? SUSPENDED_TEXT : 'Please sign in to bookmark deals'}
      </p>
    </>
  )
}
