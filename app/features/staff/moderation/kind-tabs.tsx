import { Link } from '@remix-run/react'
import { Count } from '~/ui/badge'

type KindTab = { to: string; label: string; count: number; isCurrent: boolean; isDue: boolean }

/** Tabs of a list with many of them: a scrolling row on phones, a ruled grid from `md`. */
export function KindTabs({ label, tabs }: { label: string; tabs: KindTab[] }) {
  return (
    <nav
      className="relative -mx-gutter flex scroll-px-gutter gap-5 overflow-x-auto border-b border-border-strong px-gutter [scrollbar-width:none] md:mx-0 md:grid md:grid-cols-[repeat(auto-fill,minmax(10.25rem,1fr))] md:gap-x-4 md:gap-y-0 md:overflow-visible md:border-0 md:px-0"
      aria-label={label}
    >
      {tabs.map(({ to, label, count, isCurrent, isDue }) => (
        <Link
          key={label}
          className={TAB}
          discover="none"
          to={to}
          aria-current={isCurrent ? 'page' : undefined}
          preventScrollReset
        >
          {label}
          <Count value={count} due={isDue && count > 0} />
        </Link>
      ))}
    </nav>
  )
}

// The current one is scrolled into view in the row only: elsewhere it would scroll the page itself.
const TAB =
  'relative flex min-h-11.5 items-center justify-between gap-2 text-control leading-snug font-semibold text-muted-foreground no-underline hover:text-foreground aria-[current]:text-foreground max-md:whitespace-nowrap max-md:aria-[current]:[scroll-initial-target:nearest] md:border-b md:border-border-strong aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:bottom-0 aria-[current]:after:h-1.25 aria-[current]:after:border-y-2 aria-[current]:after:border-primary aria-[current]:after:bg-background md:aria-[current]:after:-bottom-px'
