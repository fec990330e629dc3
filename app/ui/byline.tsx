import { Link } from '@remix-run/react'
import type { ReactNode } from 'react'
import { Avatar } from './avatar'
import { LocalDate } from './local-date'

export type Author = {
  /** Null for deleted accounts. */
  author_name: string | null
  /** Of the public page, if there is one. */
  person_id: string | null
}

type BylineProps = {
  /** Without a name where the author is clear. */
  author: Partial<Author>
  date: Date | string
  children?: ReactNode
}

export const BYLINE = 'flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-subtle-foreground'

/** The author and date of a contribution. */
export function Byline({ author: { author_name: name, person_id }, date, children }: BylineProps) {
  return (
    <div className={BYLINE}>
      {name === undefined ? null : <Who name={name} person={person_id} />}
      <LocalDate value={date} />
      {children}
    </div>
  )
}

function Who({ name, person }: { name: string | null; person: string | null | undefined }) {
  const shown = (
    <>
      <Avatar name={name} />
      <b className="font-semibold text-foreground in-[a:hover]:underline">
        <bdi>{name ?? 'Former member'}</bdi>
      </b>
    </>
  )
  return person ? (
    <Link className="inline-flex min-h-8 items-center gap-3 no-underline" discover="none" to={`/people/${person}`}>
      {shown}
    </Link>
  ) : (
    shown
  )
}
