import { Notice } from '~/ui/notice'
import { SUSPENDED_TEXT } from './profile'

/** What a suspended member still can do. */
export function SuspendedNotice() {
  return (
    <div className="mb-section">
      <Notice
        tone="bad"
        icon="ban"
        title={SUSPENDED_TEXT}
        text="You can read everything, download your data and delete your account, but not post, save or change anything."
      />
    </div>
  )
}
