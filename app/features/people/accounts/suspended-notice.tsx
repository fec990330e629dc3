import { Notice } from '~/ui/notice'
import { SUSPENDED_TEXT, SUSPENSION_REASON_LABELS, type Suspension } from './profile'

type SuspendedNoticeProps = { suspension_reason?: Suspension['reason'] | null; suspension_note?: string | null }

/** What a suspended member still can do, and why they are suspended. */
export function SuspendedNotice({ suspension_reason: reason, suspension_note: note }: SuspendedNoticeProps) {
  return (
    <div className="mb-section">
      <Notice
        tone="bad"
        icon="ban"
        title={SUSPENDED_TEXT}
        text={
          <>
            You can read everything, download your data and delete your account, but not post, save or change anything.
            {reason ? (
              <span className="mt-2 block whitespace-pre-line wrap-anywhere">
                <b>{SUSPENSION_REASON_LABELS[reason]}.</b> {note}
              </span>
            ) : null}
          </>
        }
      />
    </div>
  )
}
