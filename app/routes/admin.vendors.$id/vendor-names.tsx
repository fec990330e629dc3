import type { ReactNode } from 'react'
import { pluralize } from '~/ui/pluralize'

export function VendorNames({ names }: { names: { name: string; offers: number }[] }) {
  return (
    <ul>
      {names.map(({ name, offers }) => (
        <NameLine key={name}>
          <bdi>{name}</bdi>
          <span className="text-caption leading-snug text-subtle-foreground whitespace-nowrap">
            {offers === 0 ? 'No deals' : pluralize(offers, 'deal')}
          </span>
        </NameLine>
      ))}
    </ul>
  )
}

/** A name, and at the end of its line what goes with it. */
export function NameLine({ children }: { children: ReactNode }) {
  return (
    <li className="flex min-h-control items-center justify-between gap-4 border-border text-control wrap-anywhere not-first:border-t">
      {children}
    </li>
  )
}
