import type { DiffLine } from '~/features/site/pages/page-difference.server'
import { classes } from '~/ui/classes'

const LOOKS = {
  same: { sign: '', look: 'text-muted-foreground' },
  removed: { sign: '−', look: 'bg-destructive-soft text-destructive-soft-foreground' },
  added: { sign: '+', look: 'bg-verified-soft text-verified-soft-foreground' },
}

const lookOf = (change: DiffLine['change']) => LOOKS[change ?? 'same']

type DifferenceProps = { lines: DiffLine[]; removed?: string; added?: string }

/** Lines that differ. Screen readers hear which text a line is from. */
export function Difference({ lines, removed = 'Removed: ', added = 'Added: ' }: DifferenceProps) {
  const words = { removed, added }
  if (lines.length === 0) return <p className="text-small text-muted-foreground">The texts are the same.</p>
  return (
    // biome-ignore lint/a11y/useSemanticElements: no group of fields
    <div role="group" aria-label="Difference" className="overflow-hidden rounded-sm border border-border text-small">
      {lines.map(({ at, text, change }) => (
        <p key={at} className={classes('grid grid-cols-[1.75rem_minmax(0,1fr)] py-1 pe-3', lookOf(change).look)}>
          <span className="text-center font-bold" aria-hidden="true">
            {lookOf(change).sign}
          </span>
          <span dir="auto" className="wrap-anywhere">
            <span className="sr-only">{change ? words[change] : ''}</span>
            {text}
          </span>
        </p>
      ))}
    </div>
  )
}
