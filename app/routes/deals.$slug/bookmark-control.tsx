import { Form, useLocation } from '@remix-run/react'
import { bookmarkPath } from '~/features/contributions/bookmarks/bookmark'
import { BookmarkButton } from '~/features/contributions/bookmarks/bookmark-button'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive, SUSPENDED_TEXT } from '~/features/people/accounts/profile'
import { Button } from '~/ui/button'

/** `isBookmarked` is undefined for visitors, whose form leads to the sign-in page and is done after it. Suspended members get a disabled button. */
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
        <Form method="post" action={bookmarkPath(slug)}>
          <Button name="intent" value="add" aria-describedby="bookmark-note" {...look}>
            Bookmark
          </Button>
        </Form>
      )}
      <p className="deal-sidebar__note text-center" id="bookmark-note">
        {user ? SUSPENDED_TEXT : 'Please sign in to bookmark deals'}
      </p>
    </>
  )
}
