import { Link } from '@remix-run/react'
import { useId } from 'react'
import { ContributionEntry } from '~/features/contributions/members/contribution-entry'
import type { ListedContribution, UsualTimes } from '~/features/contributions/members/own-contributions.server'
import { Icon } from '~/ui/icon'

type ContributionGroupSectionProps = {
  title: string
  /** How many there are. */
  note: string
  contributions: ListedContribution[]
  usualTimes: UsualTimes
  canWrite: boolean
  /** Leads to the whole group. */
  more: { to: string; label: string } | undefined
}

export function ContributionGroupSection(props: ContributionGroupSectionProps) {
  const { title, note, contributions, usualTimes, canWrite, more } = props
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <div className="subhead">
        <h2 id={id}>{title}</h2>
        <p>{note}</p>
      </div>
      <ul className="contributions contributions--grouped">
        {contributions.map((contribution) => (
          <li key={contribution.id}>
            <ContributionEntry
              contribution={contribution}
              usualTime={usualTimes[contribution.kind]}
              canWrite={canWrite}
            />
          </li>
        ))}
      </ul>
      {more ? (
        <p className="pt-4">
          <Link className="link link--arrow" to={more.to} discover="none">
            {more.label}
            <Icon name="arrow-right" />
          </Link>
        </p>
      ) : null}
    </section>
  )
}
