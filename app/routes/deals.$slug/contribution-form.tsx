import { useRouteLoaderData } from '@remix-run/react'
import type { ComponentProps, ReactNode } from 'react'
import type { ProfileStatus } from '~/db/schema'
import { SUSPENDED_TEXT } from '~/features/accounts/profile'
import { Notice } from '~/ui/notice'
import { SignInPrompt } from '~/ui/sign-in-prompt'

type WritingPlaceProps = { gate: ComponentProps<typeof SignInPrompt>; children: ReactNode }

/** Where a tab has its form. Visitors meet a gate that leads back there, suspended people are told. */
export function ContributionForm({ gate, children }: WritingPlaceProps) {
  const user = useRouteLoaderData<{ user: { status: ProfileStatus } | null }>('root')?.user
  if (!user) return <SignInPrompt {...gate} />
  if (user.status === 'ACTIVE') return children
  return <Notice tone="bad" icon="ban" title={SUSPENDED_TEXT} text="You can read everything, but not post." />
}
