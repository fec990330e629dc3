import { useFetcher } from '@remix-run/react'
import { Button } from '~/ui/button'
import { bookmarkPath } from './bookmark'

type BookmarkButtonProps = {
  slug: string
  isBookmarked: boolean
  /** The path to return to without scripts. */
  returnTo: string
}

export function BookmarkButton({ slug, isBookmarked, returnTo }: BookmarkButtonProps) {
  const fetcher = useFetcher()
  const isPressed = fetcher.formData ? fetcher.formData.get('intent') === 'add' : isBookmarked
  return (
    <fetcher.Form method="post" action={bookmarkPath(slug)}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        tone="secondary"
        block
        name="intent"
        // The intent changes with the response, not with the click, so that a double click sends the same intent twice.
        value={isBookmarked ? 'remove' : 'add'}
        icon={isPressed ? 'bookmark-check' : 'bookmark'}
        aria-pressed={isPressed}
      >
        {isPressed ? 'Bookmarked' : 'Bookmark'}
      </Button>
    </fetcher.Form>
  )
}
