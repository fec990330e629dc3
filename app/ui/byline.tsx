import type { ReactNode } from 'react'
import { Avatar } from './avatar'
import { LocalDate } from './local-date'

type BylineProps = {
  /** Null for deleted accounts; omitted where the author is clear. */
  name?: string | null
  date: Date
  children?: ReactNode
}

/** The author and date of a contribution. */
export function Byline({ name, date, children }: BylineProps) {
  return (
    <div className="review__head">
      {name === undefined ? null : (
        <>
          <Avatar name={name} />
          <b>
            <bdi>{name ?? 'Former member'}</bdi>
          </b>
        </>
      )}
      <LocalDate value={date} />
      {children}
    </div>
  )
}
