import type { ReactNode } from 'react'
import { LocalDate } from './local-date'

/** Dated entries below a text, oldest first. */
export function Thread({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ol className="thread" aria-label={label}>
      {children}
    </ol>
  )
}

type ThreadEntryProps = {
  /** The anchor of the entry. */
  id?: string
  date: string | Date
  title: ReactNode
  /** Beside the title, such as stars. */
  aside?: ReactNode
  children?: ReactNode
}

export function ThreadEntry({ id, date, title, aside, children }: ThreadEntryProps) {
  return (
    <li id={id}>
      <LocalDate value={date} form="stacked" className="thread__date" />
      <div className="thread__entry">
        <h4>
          {title} {aside}
        </h4>
        {children}
      </div>
    </li>
  )
}
