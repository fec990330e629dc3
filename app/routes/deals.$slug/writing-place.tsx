import { useRouteLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import type { ProfileStatus } from '~/db/schema'
import { SUSPENDED_TEXT } from '~/features/accounts/profile'
import { Gate } from '~/ui/gate'
import { Notice } from '~/ui/notice'

/** Where a tab has its form. Visitors meet a gate that leads back to `path`, suspended people are told. */
export function WritingPlace({ gate, children }: { gate: { text: string; path: string }; children: ReactNode }) {
  const user = useRouteLoaderData<{ user: { status: ProfileStatus } | null }>('root')?.user
  if (!user) return <Gate {...gate} />
  if (user.status === 'ACTIVE') return children
  return <Notice tone="bad" icon="ban" title={SUSPENDED_TEXT} text="You can read everything, but not post." />
}
