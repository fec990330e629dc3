import type { VendorStatus } from '~/db/schema'
import { formatDate } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { OutsideLink } from '~/ui/outside-link'
import { endOf, VENDOR_STATUS_LABELS } from './vendor'

type VendorNoticeProps = {
  vendor: { status: VendorStatus; status_on: string | null; status_source_url: string | null }
}

/** Says that a vendor was acquired or has shut down; nothing otherwise. */
export function VendorNotice({ vendor: { status, status_on, status_source_url } }: VendorNoticeProps) {
  if (!endOf(status) || !status_on) return null
  return (
    <Notice
      tone="closed"
      icon="info"
      isLive={false}
      title={`${VENDOR_STATUS_LABELS[status]} on ${formatDate(status_on)}.`}
    >
      {status_source_url ? (
        <p>
          <OutsideLink url={status_source_url}>Source</OutsideLink>
        </p>
      ) : null}
    </Notice>
  )
}
