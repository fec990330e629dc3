import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

/** Short entries beside the main column. */
export function SideList({ children }: { children: ReactNode }) {
  return <ul className="divide-y divide-border border-border border-y">{children}</ul>
}

const ENTRY = 'wrap-anywhere grid gap-x-2.5 gap-y-1 py-3 text-muted-foreground text-small leading-5.25'

/** With an icon before its text, or in two columns without one. */
export function SideEntry({ icon, children }: { icon?: IconName; children: ReactNode }) {
  if (!icon) return <li className={`${ENTRY} grid-cols-[minmax(0,1fr)_auto]`}>{children}</li>
  return (
    <li className={`${ENTRY} grid-cols-[1.25rem_minmax(0,1fr)]`}>
      <Icon name={icon} className="mt-0.5 size-4.5 text-primary" />
      <div>{children}</div>
    </li>
  )
}
