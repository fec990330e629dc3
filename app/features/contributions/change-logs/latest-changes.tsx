import { Link } from '@remix-run/react'
import type { ChangeEffect } from '~/db/schema'
import { classes } from '~/ui/classes'
import { LEDGER_RULES } from '~/ui/ledger-rules'
import { LocalDate } from '~/ui/local-date'
import { EffectMark } from './effect-mark'

type LatestChange = {
  id: string
  title: string
  effect: ChangeEffect | null
  verified_at: Date
  deal_title: string
  deal_slug: string
}

/** One line for each change, in the dated column of a ledger. */
export function LatestChanges({ changes }: { changes: LatestChange[] }) {
  return (
    <div className={classes(LEDGER_RULES, 'divide-y divide-border')}>
      {changes.map(({ id, title, effect, verified_at, deal_title, deal_slug }) => (
        <div
          key={id}
          className="relative grid grid-cols-[4rem_minmax(0,1fr)] items-baseline gap-x-5 gap-y-0.5 py-3.5 before:absolute before:inset-y-0 before:start-18 before:border-rule before:border-s lg:grid-cols-[6.5rem_11rem_minmax(0,1fr)_auto] lg:before:start-28"
        >
          <LocalDate value={verified_at} form="short" className="whitespace-nowrap text-muted-foreground text-small" />
          <Link
            discover="none"
            to={`/deals/${deal_slug}/changes#change-${id}`}
            className="font-semibold no-underline hover:underline"
          >
            <bdi>{deal_title}</bdi>
          </Link>
          <p dir="auto" className="col-start-2 text-control text-muted-foreground leading-5.5 lg:col-auto">
            {title}
          </p>
          <span className="col-start-2 mt-1.5 flex justify-self-start lg:col-auto lg:mt-0">
            <EffectMark effect={effect} />
          </span>
        </div>
      ))}
    </div>
  )
}
