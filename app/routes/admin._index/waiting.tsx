import { Link } from '@remix-run/react'
import { nextPath } from '~/features/staff/moderation/queue-paths'
import { Box } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'

type Amounts = { recent: number; overdue: number; age: string | null }
type WaitingProps = { all: Amounts; kinds: (Amounts & { label: string; to: string })[] }

const CELL = 'border-border border-t px-3 py-2.5 first:ps-5 last:pe-5'
const HEAD =
  'border-border border-y border-b-border-strong bg-muted px-3 py-2 font-semibold text-caption text-muted-foreground whitespace-nowrap first:ps-5 last:pe-5'
const BAR = 'w-2/5 max-md:hidden'

/** What waits for a decision, and the way to the next item. */
export function Waiting({ all, kinds }: WaitingProps) {
  const total = all.recent + all.overdue
  const most = Math.max(1, ...kinds.map(({ recent, overdue }) => recent + overdue))
  return (
    <Box aria-labelledby="waiting">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 px-5 pt-6 pb-5 md:flex-nowrap">
        <div className="flex items-end gap-4.5 leading-snug">
          <span className="border-current border-b-4 border-double pb-[0.04em] font-[540] font-display text-figure-xl leading-none tracking-[-0.03em]">
            {total.toLocaleString('en-US')}
          </span>
          <div className="*:max-w-60">
            <h2 id="waiting" className="font-bold font-sans text-base leading-snug tracking-[0]">
              pending
            </h2>
            <Overdue {...all} />
          </div>
        </div>
        {total > 0 ? (
          <ButtonLink to={nextPath()} size="lg" iconAfter="arrow-right" className="max-md:w-full md:flex-none">
            Open the next item
          </ButtonLink>
        ) : null}
      </div>
      <table className="text-control">
        <caption className="sr-only">What waits, by kind</caption>
        <thead>
          <tr>
            <th scope="col" className={HEAD}>
              Kind
            </th>
            <td className={classes(HEAD, BAR)} aria-hidden="true">
              <Key color="bg-chart-1">up to 24 hours</Key>
              <Key color="bg-accent">older</Key>
            </td>
            <th scope="col" className={classes(HEAD, 'text-end')}>
              Waiting
            </th>
            <th scope="col" className={classes(HEAD, 'text-end')}>
              Oldest
            </th>
          </tr>
        </thead>
        <tbody>
          {kinds.map(({ label, to, ...amounts }) => (
            <tr key={label}>
              <th scope="row" className={classes(CELL, 'font-normal')}>
                <Link className="link inline-flex min-h-7 items-center" to={to} discover="none">
                  {label}
                </Link>
              </th>
              <td className={classes(CELL, BAR)} aria-hidden="true">
                <AgeBar {...amounts} most={most} />
              </td>
              <td className={classes(CELL, 'text-end font-semibold')}>
                {(amounts.recent + amounts.overdue).toLocaleString('en-US')}
              </td>
              <td className={classes(CELL, 'whitespace-nowrap text-end')}>
                <Oldest {...amounts} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Box>
  )
}

/** What a color of the bars means. */
function Key({ color, children }: { color: string; children: string }) {
  return (
    <span className="me-4 font-medium">
      <span className={classes('me-1.5 inline-block h-2 w-3 rounded-[2px]', color)} />
      {children}
    </span>
  )
}

function Overdue({ recent, overdue, age }: Amounts) {
  if (recent + overdue === 0) return <p className="text-muted-foreground">Nothing to moderate</p>
  if (overdue === 0) return <p className="text-muted-foreground">{`None older than 24 hours, the oldest ${age}`}</p>
  return (
    <p className="text-accent">
      {`${overdue.toLocaleString('en-US')} ${overdue === 1 ? 'is' : 'are'} older than 24 hours, the oldest ${age}`}
    </p>
  )
}

function Oldest({ overdue, age }: Amounts) {
  if (age === null) return <span className="text-subtle-foreground">None</span>
  if (overdue === 0) return <span className="text-muted-foreground">{age}</span>
  return (
    <>
      <b className="text-accent font-bold">{age}</b>
      <span className="sr-only">, older than 24 hours</span>
    </>
  )
}

/** Relative to the kind with the most; the figures are in the same row. */
function AgeBar({ recent, overdue, most }: Amounts & { most: number }) {
  const share = (count: number) => Math.round((count / most) * 1000) / 10
  return (
    <svg className="bar block" viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
      <rect width={share(recent)} height="1" />
      <rect className="fill-accent" x={share(recent)} width={share(overdue)} height="1" />
    </svg>
  )
}
