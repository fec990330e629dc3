import type { ComponentProps, ReactNode } from 'react'
import { Notice } from '~/ui/notice'
import { SignInPrompt } from '~/ui/sign-in-prompt'
import { useCurrentUser } from './current-user'
import { isActive, SUSPENDED_TEXT } from './profile'

type ContributionFormProps = { signIn: ComponentProps<typeof SignInPrompt>; children: ReactNode }

/** The form for active members; visitors get a sign-in prompt and suspended members a notice. */
export function ContributionForm({ signIn, children }: ContributionFormProps) {
  const user = useCurrentUser()
  if (!user) return <SignInPrompt {...signIn} />
  if (isActive(user)) return children
  return <Notice tone="bad" icon="ban" title={SUSPENDED_TEXT} text="You can read everything, but not post." />
}
