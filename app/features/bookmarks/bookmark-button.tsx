import { useFetcher } from '@remix-run/react'
import { Button } from '~/ui/button'

type BookmarkButtonProps = {
  slug: string
  isBookmarked: boolean
  /** Where a page without scripts comes back to. */
  returnTo: string
}

export function BookmarkButton({ slug, isBookmarked, returnTo }: BookmarkButtonProps) {
  const fetcher = useFetcher()
  const willBe = fetcher.formData ? fetcher.formData.get('intent') === 'add' : isBookmarked
  return (
    <fetcher.Form method="post" action={`/deals/${slug}/bookmark`}>
      <input type="hidden" name="returnTo" value={returnTo} />
      <Button
        tone="secondary"
        block
        name="intent"
        // What is asked for changes with the answer, not with the click: the second of two quick clicks asks the same.
        value={isBookmarked ? 'remove' : 'add'}
        icon={willBe ? 'bookmark-check' : 'bookmark'}
        aria-pressed={willBe}
      >
        {willBe ? 'Bookmarked' : 'Bookmark'}
      </Button>
    </fetcher.Form>
  )
}
