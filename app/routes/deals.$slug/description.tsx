import { Link } from '@remix-run/react'
import type { PublishedDeal } from '~/features/catalog/deals/page/deal-page.server'
import { ButtonLink } from '~/ui/button'
import { LocalDate } from '~/ui/local-date'
import { outsideUrl } from '~/ui/outside-url'
import type { ShownDeal } from './shown-deal'

type DescriptionProps = {
  deal: Pick<ShownDeal, 'description' | 'video_url' | 'created_at'>
  /** The member who suggested it. */
  credit: PublishedDeal['credit']
}

/** The description and a link to the vendor's video: embedding it would tell a third party about every reader. */
export function Description({ deal, credit }: DescriptionProps) {
  const video = outsideUrl(deal.video_url)
  return (
    <section className="prose" aria-label="About this deal">
      {deal.description || video ? <h2>About this deal</h2> : null}
      {deal.description ? (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: HTML of the server, made from Markdown that allows none
        <div className="prose" dangerouslySetInnerHTML={{ __html: deal.description }} />
      ) : null}
      {video ? (
        <p>
          <ButtonLink tone="secondary" icon="play" href={video} target="_blank" rel="nofollow noopener noreferrer">
            Watch the video
            <span className="sr-only"> (opens in a new tab)</span>
          </ButtonLink>
        </p>
      ) : null}
      <p className="text-small text-muted-foreground">
        {credit ? (
          <>
            {'Suggested by '}
            <CreditedName credit={credit} />
            {'. '}
          </>
        ) : null}
        {'Entered '}
        <LocalDate value={deal.created_at} />.
      </p>
    </section>
  )
}

function CreditedName({ credit: { name, person_id } }: { credit: NonNullable<PublishedDeal['credit']> }) {
  if (!person_id) return <bdi>{name}</bdi>
  return (
    <Link className="link" discover="none" to={`/people/${person_id}`}>
      <bdi>{name}</bdi>
    </Link>
  )
}
