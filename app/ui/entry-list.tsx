import type { ReactNode } from 'react'

/** Entries between the lines of a ledger, each with what can be done with it at its end. */
export function EntryList({ children }: { children: ReactNode }) {
  return (
    <ul className="grid border-t-2 border-b-4 border-t-foreground border-b-border-strong [border-bottom-style:double]">
      {children}
    </ul>
  )
}

export function Entry({ children }: { children: ReactNode }) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-border py-3.5 not-first:border-t">
      {children}
    </li>
  )
}

/** The name of an entry, with a badge or two. */
export function EntryHead({ children }: { children: ReactNode }) {
  return <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5">{children}</div>
}

/** A name that leads nowhere; one with a page is a `NameLink`. */
export function EntryName({ children }: { children: ReactNode }) {
  return <span className="inline-flex min-h-6 items-center font-bold wrap-anywhere">{children}</span>
}

export function EntryNote({ children }: { children: ReactNode }) {
  return <p className="text-small leading-5 text-muted-foreground">{children}</p>
}
