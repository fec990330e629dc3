import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'

const COLUMNS = { one: '', two: 'lg:grid-cols-2 lg:gap-x-12' }

/** An index: one line for each entry, with a line below it. */
export function IndexList({ columns = 'two', children }: { columns?: keyof typeof COLUMNS; children: ReactNode }) {
  return <div className={classes('grid border-foreground border-t-2', COLUMNS[columns])}>{children}</div>
}

type IndexEntryProps = {
  heading: keyof typeof HEADINGS
  title: ReactNode
  icon: IconName
  /** What is under the title; see `IndexText`. */
  children?: ReactNode
} & ({ to: string; href?: undefined } | { to?: undefined; href: string })

// The display face is set tighter than the bold one of a third level.
const HEADINGS = { h2: 'text-h3 leading-heading', h3: 'text-h3 leading-snug' }

const ENTRY =
  'wrap-anywhere grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-6 gap-y-0.5 border-border border-b py-4.5 pe-3 no-underline transition-[background-color,padding] duration-180 hover:bg-muted hover:ps-3 lg:grid-rows-[auto_1fr] lg:items-start'

/** The whole entry is the link: `to` a page, or `href` for what leaves the site. */
export function IndexEntry({ heading, title, icon, children, to, href }: IndexEntryProps) {
  const Heading = heading
  const content = (
    <>
      <Heading className={HEADINGS[heading]}>{title}</Heading>
      {children}
      <Icon name={icon} className="col-start-2 row-span-3 row-start-1 text-subtle-foreground lg:self-center" />
    </>
  )
  return to === undefined ? (
    <a href={href} className={ENTRY}>
      {content}
    </a>
  ) : (
    <Link discover="none" to={to} className={ENTRY}>
      {content}
    </Link>
  )
}

const TEXTS = { text: 'text-control', count: 'text-small' }

export function IndexText({ size = 'text', children }: { size?: keyof typeof TEXTS; children: ReactNode }) {
  return <p className={classes('col-start-1 text-muted-foreground', TEXTS[size])}>{children}</p>
}
