import type { ReactNode } from 'react'
import { Avatar } from './avatar'
import { LocalDate } from './local-date'

type BylineProps = {
  /** Null when the account is gone, left out where it is clear who wrote it. */
  name?: string | null
  date: Date
  children?: ReactNode
}

/** Who wrote something, and when. */
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
