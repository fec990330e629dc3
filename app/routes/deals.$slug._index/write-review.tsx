import { Form } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { isActive } from '~/features/people/accounts/profile'
import { Button, ButtonLink } from '~/ui/button'

const LOOK = { tone: 'secondary', icon: 'pen-line' } as const

/** Jumps to the form. The action sends visitors to the sign-in page, which says why. Suspended members get nothing. */
export function WriteReview({ slug, hasOwn }: { slug: string; hasOwn: boolean }) {
  const user = useCurrentUser()
  if (!user) {
    return (
      <Form method="post" action={`/deals/${slug}?index`} className="print:hidden">
        <Button {...LOOK}>Write a review</Button>
      </Form>
    )
  }
  if (!isActive(user)) return null
  return (
    <ButtonLink href="#review-form" {...LOOK}>
      {hasOwn ? 'Edit your review' : 'Write a review'}
    </ButtonLink>
  )
}
