import type { ReactNode } from 'react'
import { Icon, type IconName } from './icon'

type EmptyStateProps = { icon: IconName; title: string; text?: string; children?: ReactNode }

/** An empty list, with at most one action (`children`). Its ground is ruled like a page of a ledger. */
export function EmptyState({ icon, title, text, children }: EmptyStateProps) {
  return (
    <div className="grid place-items-center rounded-md border border-border bg-[repeating-linear-gradient(var(--color-card)_0_35px,color-mix(in_srgb,var(--color-border)_75%,transparent)_35px_36px)] px-6 py-[clamp(2.25rem,6vw,4rem)] text-center">
      <div className="grid justify-items-center gap-2 bg-card px-6 py-3">
        <Icon name={icon} className="mb-1.5 size-8 stroke-[1.5] text-subtle-foreground" />
        <b className="font-display text-h3 leading-[1.25] font-[540] tracking-heading text-balance">{title}</b>
        {text ? <p className="max-w-104 text-balance text-muted-foreground">{text}</p> : null}
        {children ? <div className="mt-3 grid justify-items-center gap-5">{children}</div> : null}
      </div>
    </div>
  )
}
