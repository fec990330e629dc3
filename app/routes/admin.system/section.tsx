import type { ReactNode } from 'react'

type SectionProps = {
  id: string
  title: string
  /** Null when the part could not be read. */
  isRead: boolean
  children: ReactNode
}

/** A part of the page below its title. */
export function Section({ id, title, isRead, children }: SectionProps) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {isRead ? children : <p className="muted">This cannot be read at the moment. The log says why.</p>}
    </section>
  )
}
