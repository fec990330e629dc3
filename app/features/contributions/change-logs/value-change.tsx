import { formatValue, type ReportedValues } from '~/features/catalog/record/change-log'

/** The old value, struck through, and the new value. Either may be unknown. */
export function ValueChange({ change }: { change: ReportedValues }) {
  const [before, now] = [formatValue(change.old_value, change), formatValue(change.new_value, change)]
  if (!before && !now) return null
  return (
    <p className="changelog__values">
      {before ? (
        <s className="was">
          <span className="sr-only">Before: </span>
          <bdi>{before}</bdi>
        </s>
      ) : null}
      {before && now ? <span aria-hidden="true"> → </span> : null}
      {now ? (
        <b className="strong">
          <span className="sr-only">Now: </span>
          <bdi>{now}</bdi>
        </b>
      ) : null}
    </p>
  )
}
