import { formatValue, type ReportedValues } from '~/features/catalog/record/change-log'

/** The old value, struck through, and the new value. Either may be unknown. */
export function ValueChange({ change }: { change: ReportedValues }) {
  const [before, now] = [formatValue(change.old_value, change), formatValue(change.new_value, change)]
  if (!before && !now) return null
  return (
    <p className="flex max-w-measure flex-wrap gap-x-2 text-control text-muted-foreground">
      {before ? (
        <s className="text-subtle-foreground decoration-destructive-ink">
          <span className="sr-only">Before: </span>
          <bdi>{before}</bdi>
        </s>
      ) : null}
      {before && now ? <span aria-hidden="true"> → </span> : null}
      {now ? (
        <b className="font-semibold text-foreground">
          <span className="sr-only">Now: </span>
          <bdi>{now}</bdi>
        </b>
      ) : null}
    </p>
  )
}
