import { Form } from '@remix-run/react'
import { useCurrentUser } from '~/features/people/accounts/current-user'
import { Avatar } from '~/ui/avatar'
import { Button } from '~/ui/button'
import { classes } from '~/ui/classes'
import { formatTime } from '~/ui/local-date'
import { formatAge } from '~/ui/relative-time'
import { VersionFields } from './decision-fields'
import type { ItemDetail } from './queue-item.server'
import type { Claim } from './queue-types'

const BAR =
  'flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5 rounded-md border py-2.5 ps-4 pe-3 text-small'
const HOLDER = 'inline-flex min-w-0 flex-[1_1_12rem] items-center gap-2.5'
const TONES = {
  mine: 'border-border bg-card',
  other: 'border-accent/45 bg-accent-soft text-accent-soft-foreground',
}

type ClaimBarProps = { item: ItemDetail; claim: Claim; now: Date }

/** Says who has the item open, with a button to release it or to take it over. */
export function ClaimBar({ item, claim, now }: ClaimBarProps) {
  const { by, isMine, since, until } = claim
  const me = useCurrentUser()
  if (isMine) {
    return (
      <div className={classes(BAR, TONES.mine)}>
        <span className={HOLDER}>
          <Avatar name={me?.name ?? null} size="sm" />
          <span>{`Claimed for 15 minutes, until ${formatTime(until)} UTC.`}</span>
        </span>
        <ClaimForm item={item} intent="release">
          <Button tone="ghost" size="sm">
            Release
          </Button>
        </ClaimForm>
      </div>
    )
  }
  return (
    <div className={classes(BAR, TONES.other)} role="status">
      <span className={HOLDER}>
        <Avatar name={by} size="sm" />
        <span>
          <b>
            <bdi>{by}</bdi>
          </b>
          {` opened this ${formatAge(since, now)} ago and has it until ${formatTime(until)} UTC. You can read it.`}
        </span>
      </span>
      {item.canDecide ? (
        <ClaimForm item={item} intent="take-over">
          <Button tone="secondary" size="sm" icon="hand">
            Take over
          </Button>
        </ClaimForm>
      ) : null}
    </div>
  )
}

export function ClaimForm({
  item,
  intent,
  children,
}: {
  item: ItemDetail
  intent: 'release' | 'take-over'
  children: JSX.Element
}) {
  return (
    <Form method="post">
      <VersionFields item={item} intent={intent} />
      {children}
    </Form>
  )
}
