import { Link } from '@remix-run/react'
import { useId } from 'react'
import { Icon, type IconName } from '~/ui/icon'
import { LocalDate } from '~/ui/local-date'

type Entry = {
  id: string
  title: string
  to: string
  on: Date | string
  /** The deal, where the title is not its own. */
  about?: string
}

type SideListProps = { heading: string; icon: IconName; entries: Entry[]; total: number }

export function SideList({ heading, icon, entries, total }: SideListProps) {
  const id = useId()
  if (entries.length === 0) return null
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="side-list">
        {entries.map(({ id: key, title, to, on, about }) => (
          <li key={key}>
            <Icon name={icon} />
            <div>
              <Link className="link" discover="none" to={to}>
                <bdi>{title}</bdi>
              </Link>
              <p>
                {about ? <bdi>{`${about}, `}</bdi> : 'Entered '}
                <LocalDate value={on} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      {entries.length < total ? (
        <p className="small muted">{`The newest ${entries.length} of ${total.toLocaleString('en-US')}.`}</p>
      ) : null}
    </section>
  )
}
