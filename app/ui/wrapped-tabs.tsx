import { Link } from '@remix-run/react'
import { Count } from './badge'
import { Icon } from './icon'
import { Pop, popPanelClasses } from './pop'

type WrappedTab = { to: string; label: string; count: number; isCurrent: boolean; isDue: boolean }

type WrappedTabsProps = {
  label: string
  tabs: WrappedTab[]
  /** Lists without items, folded behind the tabs. */
  more?: Pick<WrappedTab, 'to' | 'label'>[]
}

/** Tabs of a list with many of them; they wrap. */
export function WrappedTabs({ label, tabs, more = [] }: WrappedTabsProps) {
  return (
    <nav className="relative flex flex-wrap gap-x-5 border-b border-border-strong md:gap-x-6" aria-label={label}>
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
          {count > 0 ? <Count value={count} due={isDue} /> : null}
        </Link>
      ))}
      {more.length > 0 ? (
        // The key closes the menu once one of its links is the current tab.
        <Pop key={tabs.length} className="max-md:static">
          <summary className={`${TAB} cursor-pointer list-none marker:hidden`}>
            More
            <Icon name="chevron-down" className="size-4" />
          </summary>
          <div className={popPanelClasses('menu', 'max-md:start-0 max-md:end-auto')}>
            {more.map(({ to, label }) => (
              <Link
                key={label}
                className="flex min-h-10 items-center rounded-xs px-3 text-control no-underline hover:bg-muted"
                discover="none"
                to={to}
                preventScrollReset
              >
                {label}
              </Link>
            ))}
          </div>
        </Pop>
      ) : null}
    </nav>
  )
}

const TAB =
  'relative flex min-h-11.5 items-center gap-2 whitespace-nowrap text-control leading-snug font-semibold text-muted-foreground no-underline hover:text-foreground aria-[current]:text-foreground aria-[current]:after:absolute aria-[current]:after:inset-x-0 aria-[current]:after:-bottom-px aria-[current]:after:h-1.25 aria-[current]:after:border-y-2 aria-[current]:after:border-primary aria-[current]:after:bg-background'
