import { Form } from '@remix-run/react'
import type { RecentJoin } from '~/features/staff/merging/product-joins.server'
import { Box, BoxHead, BoxTitle } from '~/ui/box'
import { Button } from '~/ui/button'
import { formatDate, formatDay } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { pluralize } from '~/ui/pluralize'

/** After a press: how many pairs were joined, and the way back. */
export function JoinedNotice({ id, count, until }: { id: string; count: number; until: Date | string }) {
  const isOne = count === 1
  return (
    <Notice
      tone="ok"
      title={`${pluralize(count, 'pair')} joined`}
      text={`Until ${formatDate(until)} ${isOne ? 'it' : 'each of them'} can be undone.`}
    >
      <Form method="post">
        <input type="hidden" name="batch" value={id} />
        <Button name="intent" value="undo" tone="secondary" size="sm" icon="undo">
          {isOne ? 'Undo' : `Undo all ${count}`}
        </Button>
      </Form>
    </Notice>
  )
}

type RecentJoinsProps = { joins: RecentJoin[] /** With those that are not listed. */; count: number; mayMerge: boolean }

export function RecentJoins({ joins, count, mayMerge }: RecentJoinsProps) {
  return (
    <Box aria-labelledby="recent-joins">
      <BoxHead>
        <BoxTitle id="recent-joins">Joined in the last 30 days</BoxTitle>
        <span className="text-caption text-muted-foreground">
          {count > joins.length ? `${pluralize(count, 'join')}, the latest ${joins.length}` : pluralize(count, 'join')}
        </span>
      </BoxHead>
      <ul className="max-h-96 divide-y divide-border overflow-y-auto px-5">
        {joins.map((join) => (
          <li key={join.entry} className="flex items-center justify-between gap-4 py-2">
            <span className="min-w-0 wrap-anywhere">
              <b className="font-semibold">
                <bdi>{join.into}</bdi>
              </b>{' '}
              <span className="text-small text-muted-foreground">
                {join.name.toLowerCase() === join.into.toLowerCase() ? '2 products' : <bdi>{`and ${join.name}`}</bdi>}
                {`, ${join.actor ?? 'a deleted account'}, ${formatDay(new Date(join.created_at))}, ${pluralize(join.days_left, 'day')} left`}
              </span>
            </span>
            {mayMerge ? (
              <Form method="post" className="shrink-0">
                <input type="hidden" name="entry" value={join.entry} />
                <Button name="intent" value="undo" tone="secondary" size="sm" icon="undo">
                  Undo
                  <span className="sr-only">
                    {' '}
                    <bdi>{join.name}</bdi>
                  </span>
                </Button>
              </Form>
            ) : null}
          </li>
        ))}
      </ul>
    </Box>
  )
}
