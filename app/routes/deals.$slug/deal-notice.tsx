import type { ComponentProps } from 'react'
import { ButtonLink } from '~/ui/button'
import { formatDate, formatMonth } from '~/ui/local-date'
import { Notice } from '~/ui/notice'
import { pluralize } from '~/ui/pluralize'
import { useDeal } from './use-deal'

/** At most one notice, above the title. */
export function DealNoticeBox() {
  const { notice } = useDeal()
  return notice ? <Notice {...contentOf(notice)} isLive={false} /> : null
}

type ShownNotice = NonNullable<ReturnType<typeof useDeal>['notice']>

function contentOf(notice: ShownNotice): ComponentProps<typeof Notice> {
  const since = 'since' in notice && notice.since
  switch (notice.kind) {
    case 'ended':
      return {
        tone: 'closed',
        title: endedTitle(notice),
        children: notice.openOffer && <OpenOffer {...notice.openOffer} />,
      }
    case 'unconfirmed':
      return {
        tone: 'closed',
        icon: 'circle-dashed',
        title: `Nobody has confirmed this offer${since ? ` since ${formatMonth(new Date(since))}` : ''}.`,
        text: 'It may still work. The record below may be out of date.',
        children: (
          <ButtonLink href="#availability" tone="secondary" size="sm" className="mt-2">
            Is it still open?
          </ButtonLink>
        ),
      }
    case 'reported': {
      const reports = pluralize(notice.reports, 'report') + (since ? ` since ${formatDate(since)}` : '')
      return {
        tone: 'wait',
        title: 'Members report that this deal has ended. We are checking.',
        text: `${reports}. Until we decide, the record below stays as it is.`,
      }
    }
    case 'broken-link':
      return {
        tone: 'wait',
        title: "The vendor's link may be broken.",
        text: `Our check failed on ${pluralize(notice.days, 'day')}, last on ${formatDate(notice.last)}.`,
      }
  }
}

function endedTitle({ on, shutDown }: Extract<ShownNotice, { kind: 'ended' }>) {
  if (!shutDown) return on ? `This deal ended on ${formatDate(on)}.` : 'This deal has ended.'
  return `${shutDown.vendor} shut down${shutDown.on ? ` on ${formatDate(shutDown.on)}` : ''}.`
}

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
