import type { Metrics } from '~/features/staff/analytics/metrics.server'
import { formatDate } from '~/ui/local-date'

type LastUpdateProps = { metrics: Pick<Metrics, 'is_current'> & { updated_at: Date | string | null } }

/** How old the figures are: a job rolls them up every minute. */
export function LastUpdate({ metrics: { updated_at, is_current } }: LastUpdateProps) {
  if (!updated_at) return <p className="small muted">Not updated yet. Figures appear within a minute.</p>
  const iso = new Date(updated_at).toISOString()
  const time = `${iso.slice(11, 16)} UTC`
  return (
    <p className="small muted">
      Updated <time dateTime={iso}>{is_current ? time : `${formatDate(iso)}, ${time}`}</time>.{' '}
      {is_current
        ? 'Figures are at most a minute old.'
        : 'Newer figures are missing because the background jobs have not run since.'}
    </p>
  )
}
