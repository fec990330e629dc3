import { Icon } from '~/ui/icon'
import { formatDate } from '~/ui/local-date'
import { OutsideLink, shortUrl } from '~/ui/outside-link'
import { outsideUrl } from '~/ui/outside-url'

export type SavedSource = { hash: string; savedAt: string }

type SourceNoteProps = { url: string | null; source?: SavedSource | null }

/** Where a change was read. Once its page is saved, the fold has the fingerprint of the text. */
export function SourceNote({ url, source }: SourceNoteProps) {
  const href = outsideUrl(url)
  if (!href) return null
  const host = shortUrl(href).split(/[/?#]/, 1)[0]!
  if (!source) {
    return <OutsideLink url={href} className="link inline-flex min-h-6 items-center">{`Source: ${host}`}</OutsideLink>
  }
  return (
    <details className="basis-full text-caption text-muted-foreground">
      <summary className="link inline-flex min-h-6 cursor-pointer list-none items-center gap-1 marker:hidden">
        <span>
          {'Source: '}
          <bdi>{host}</bdi>
          {`, saved ${formatDate(new Date(source.savedAt))}`}
        </span>
        <Icon name="plus" className="size-4 in-[[open]>summary]:rotate-45" />
      </summary>
      <p className="pb-1">
        {'We keep the readable text of that page. Fingerprint '}
        <Fingerprint hash={source.hash} />{' '}
        <OutsideLink url={href} className="link inline-flex min-h-6 items-center">
          Open the page today
        </OutsideLink>
      </p>
    </details>
  )
}

/** The start of a SHA-256 in groups of four. */
export function Fingerprint({ hash }: { hash: string }) {
  return <span className="font-mono text-foreground">{hash.slice(0, 12).match(/.{4}/g)!.join(' ')}</span>
}
