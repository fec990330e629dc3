import { ButtonLink } from '~/ui/button'
import { formatDate, formatMonth } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { pluralize } from '~/ui/pluralize'
import { useDeal } from './use-deal'

/** At most one notice, above the title. */
export function DealNoticeBox() {
  const { notice } = useDeal()
  if (!notice) return null
  if (notice.kind === 'ended') {
    const { on, shutDown, openOffer } = notice
    const ended = on ? `This deal ended on ${formatDate(on)}.` : 'This deal has ended.'
    const title = shutDown ? shutDownTitle(shutDown) : ended
    return (
      <Notice tone="closed" icon="lock" isLive={false} title={title}>
        {openOffer ? <OpenOffer {...openOffer} /> : null}
      </Notice>
    )
  }
  if (notice.kind === 'unconfirmed') {
    return (
      <Notice
        tone="closed"
        icon="circle-dashed"
        isLive={false}
        title={`Nobody has confirmed this offer${notice.since ? ` since ${formatMonth(new Date(notice.since))}` : ''}.`}
        text="It may still work. The record below may be out of date."
      >
        <ButtonLink href="#availability" tone="secondary" size="sm" className="mt-2">
          Is it still open?
        </ButtonLink>
      </Notice>
    )
  }
  if (notice.kind === 'reported') {
    const since = notice.since ? ` since ${formatDate(notice.since)}` : ''
    return (
      <Notice
        tone="wait"
        icon="clock"
        isLive={false}
        title="Members report that this deal has ended. We are checking."
        text={`${pluralize(notice.reports, 'report')}${since}. Until we decide, the record below stays as it is.`}
      />
    )
  }
  return (
    <Notice
      tone="wait"
      icon="clock"
      isLive={false}
      title="The vendor's link may be broken."
      text={`Our check failed on ${pluralize(notice.days, 'day')}, last on ${formatDate(notice.last)}.`}
    />
  )
}

const shutDownTitle = ({ vendor, on }: { vendor: string; on: string | null }) =>
  on ? `${vendor} shut down on ${formatDate(on)}.` : `${vendor} shut down.`

function OpenOffer({ slug, platform, end_date }: { slug: string; platform: string; end_date: string | null }) {
  return (
    <>
      <p>{`It is open on ${platform}${end_date ? `, until ${formatDate(end_date)}` : ''}.`}</p>
      <ButtonLink to={`/deals/${slug}`} size="sm" className="mt-2">
        See the open offer
      </ButtonLink>
    </>
  )
}
