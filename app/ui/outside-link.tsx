import { outsideUrl } from './outside-url'

type OutsideLinkProps = { url: string | null; children: string; className?: string }

/** A link to another site in a new tab; nothing when the URL is not http or https. */
export function OutsideLink({ url, children, className = 'link' }: OutsideLinkProps) {
  const href = outsideUrl(url)
  if (!href) return null
  return (
    <a className={className} href={href} target="_blank" rel="nofollow noopener noreferrer">
      {children}
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

/** "example.com/pricing" from "https://www.example.com/pricing/". */
export function shortUrl(url: string) {
  return url.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
}
