import { Icon } from '~/ui/icon'
import { outsideUrl } from '~/ui/outside-url'
import { PlainText } from '~/ui/plain-text'
import type { ShownDeal } from './shown-deal'

type DescriptionProps = { deal: Pick<ShownDeal, 'description' | 'video_url'> }

/** The description and a link to the vendor's video: embedding it would tell a third party about every reader. */
export function Description({ deal }: DescriptionProps) {
  const video = outsideUrl(deal.video_url)
  if (!deal.description && !video) return null
  return (
    <section className="prose" aria-labelledby="about">
      <h2 id="about">About this deal</h2>
      {deal.description ? <PlainText text={deal.description} /> : null}
      {video ? (
        <p>
          <a className="btn btn--secondary" href={video} target="_blank" rel="nofollow noopener noreferrer">
            <Icon name="play" />
            Watch the video
            <span className="sr-only"> (opens in a new tab)</span>
          </a>
        </p>
      ) : null}
    </section>
  )
}
