import { IconButton } from '~/ui/button'
import { Icon } from '~/ui/icon'

type ShareButtonsProps = { title: string; address: string }

/** Plain links, so that no network learns about readers. Without scripts the address is shown for copying. */
export function ShareButtons({ title, address }: ShareButtonsProps) {
  const networks = [
    {
      name: 'Twitter',
      icon: 'brand-x',
      href: `https://twitter.com/intent/tweet?${new URLSearchParams({ text: title, url: address })}`,
    },
    {
      name: 'LinkedIn',
      icon: 'brand-linkedin',
      href: `https://www.linkedin.com/sharing/share-offsite/?${new URLSearchParams({ url: address })}`,
    },
    {
      name: 'Facebook',
      icon: 'brand-facebook',
      href: `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address })}`,
    },
  ] as const
  return (
    <section className="deal-sidebar__share" aria-labelledby="share">
      <h3 id="share">Share</h3>
      <div className="share">
        {networks.map(({ name, icon, href }) => (
          <a
            key={name}
            className="icon-btn icon-btn--line"
            href={href}
            target="_blank"
            rel="nofollow noopener noreferrer"
            aria-label={`Share on ${name}, opens in a new tab`}
            data-tip={`Share on ${name}`}
          >
            <Icon name={icon} />
          </a>
        ))}
        <IconButton icon="link" label="Copy link" line data-copy={address} className="noscript:hidden" />
      </div>
      <input
        type="text"
        className="input hidden noscript:block"
        aria-label="Link to this page"
        readOnly
        value={address}
      />
    </section>
  )
}
