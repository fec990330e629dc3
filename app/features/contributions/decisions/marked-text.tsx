import { Icon } from '~/ui/icon'
import { shortUrl } from '~/ui/outside-link'
import { outsideUrl } from '~/ui/outside-url'
import { blocksOf } from '~/ui/plain-text'
import { splitAtLinks } from './text-links'

/** Plain text from a member, with the links in it marked. */
export function MarkedText({ text }: { text: string }) {
  return blocksOf(text).map(({ line, text: paragraph, entries }) =>
    entries ? (
      <ul key={line} dir="auto">
        {entries.map((entry) => (
          <li key={entry}>
            <MarkedLinks text={entry} />
          </li>
        ))}
      </ul>
    ) : (
      <p key={line} dir="auto" className="whitespace-pre-line">
        <MarkedLinks text={paragraph} />
      </p>
    ),
  )
}

function MarkedLinks({ text }: { text: string }) {
  return splitAtLinks(text).map(({ at, text: part, url }) =>
    url ? <MarkedLink key={at} url={url} /> : <span key={at}>{part}</span>,
  )
}

/** A link that a member wrote, as host and path, in a new tab. */
export function MarkedLink({ url }: { url: string }) {
  const href = outsideUrl(url)
  if (!href) return <>{url}</>
  return (
    <a
      className="rounded-xs bg-accent-soft px-1.5 py-px font-semibold text-accent-soft-foreground no-underline wrap-anywhere hover:underline"
      href={href}
      target="_blank"
      rel="nofollow noopener noreferrer"
    >
      <Icon name="link" className="me-1 inline-block size-3.5 align-[-0.1em]" />
      {shortUrl(href)}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}
