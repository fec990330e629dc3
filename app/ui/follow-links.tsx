import { Icon } from './icon'

const NAMES: Record<string, string> = { rss: 'RSS', json: 'JSON Feed' }

/** Links to the same list as feeds, with its filters. */
export function FollowLinks({ feeds }: { feeds: { type: string; path: string }[] }) {
  return (
    <p className="text-small text-muted-foreground flex flex-wrap items-center gap-x-3">
      <Icon name="rss" />
      This list as
      {feeds.map(({ type, path }) => (
        <a key={type} className="link inline-flex min-h-6 items-center" href={path}>
          {NAMES[type]}
        </a>
      ))}
    </p>
  )
}
