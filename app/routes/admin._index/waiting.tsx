import { Link } from '@remix-run/react'
import { type Kind, specOf } from '~/features/contributions/kinds/kinds'
import { QUEUE_PATH, queuePath } from '~/features/staff/queue/item'
import { FactBadge } from '~/ui/badge'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { ButtonLink } from '~/ui/button'
import { classes } from '~/ui/classes'
import { cappedCount } from '~/ui/pluralize'

export type WaitingRow = {
  kind: Kind
  waiting: number
  affecting_owners: number
  /** Of the oldest item, such as "28 hours". */
  age: string
  /** Whether the oldest has waited for more than 24 hours. */
  isOverdue: boolean
}

const CELL = 'border-border border-t px-3 py-2.5 first:ps-5 last:pe-5 max-sm:px-1.5 max-sm:first:ps-4 max-sm:last:pe-4'
const HEAD =
  'border-border-strong border-b bg-muted px-3 py-2 font-semibold text-caption text-muted-foreground whitespace-nowrap first:ps-5 last:pe-5 max-sm:px-1.5 max-sm:first:ps-4 max-sm:last:pe-4'

/** The other kinds that wait for a decision. */
export function Waiting({ rows }: { rows: WaitingRow[] }) {
  return (
    <Box aria-labelledby="waiting">
      <BoxHead>
        <BoxTitle id="waiting">Also waiting</BoxTitle>
        {rows.length > 0 ? (
          <ButtonLink to={QUEUE_PATH} size="sm" iconAfter="arrow-right">
            Open the queue
          </ButtonLink>
        ) : null}
      </BoxHead>
      {rows.length > 0 ? (
        <table className="text-control">
          <caption className="sr-only">What waits besides reviews and comments, by kind</caption>
          <thead>
            <tr>
              <th scope="col" className={HEAD}>
                Kind
              </th>
              <th scope="col" className={classes(HEAD, 'text-end')}>
                Waiting
              </th>
              <th scope="col" className={classes(HEAD, 'text-end')}>
                Oldest
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ kind, waiting, affecting_owners, age, isOverdue }) => (
              <tr key={kind}>
                <th scope="row" className={classes(CELL, 'font-normal')}>
                  <Link className="link inline-flex min-h-7 items-center" to={queuePath(kind)} discover="none">
                    {specOf(kind).title}
                  </Link>{' '}
                  {affecting_owners > 0 ? (
                    <FactBadge tone="bad" icon="triangle-alert">
                      {`${cappedCount(affecting_owners)} ${affecting_owners === 1 ? 'affects' : 'affect'} owners`}
                    </FactBadge>
                  ) : null}
                </th>
                <td className={classes(CELL, 'text-end font-semibold')}>{waiting.toLocaleString('en-US')}</td>
                <td className={classes(CELL, 'whitespace-nowrap text-end', !isOverdue && 'text-muted-foreground')}>
                  {isOverdue ? <b className="font-bold text-accent">{age}</b> : age}
                  {isOverdue ? <span className="sr-only">, older than 24 hours</span> : null}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="p-5 text-muted-foreground">Nothing else is waiting.</p>
      )}
    </Box>
  )
}
