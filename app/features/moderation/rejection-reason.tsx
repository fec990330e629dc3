import { Icon } from '~/ui/icon'

/** Tells an author why something was not published. */
export function RejectionReason({ reason }: { reason: string | null | undefined }) {
  if (!reason) return null
  return (
    <p className="reason">
      <Icon name="circle-alert" />
      <span>
        Not published: <bdi>{reason}</bdi>
      </span>
    </p>
  )
}
