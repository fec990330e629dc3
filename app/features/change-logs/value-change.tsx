type ValueChangeProps = { oldValue: string | null; newValue: string | null }

/** What it was, struck, and what it is now. Either side may be unknown. */
export function ValueChange({ oldValue, newValue }: ValueChangeProps) {
  if (!oldValue && !newValue) return null
  return (
    <p className="log__values">
      {oldValue ? (
        <s className="was">
          <span className="sr-only">Before: </span>
          <bdi>{oldValue}</bdi>
        </s>
      ) : null}
      {oldValue && newValue ? <span aria-hidden="true"> → </span> : null}
      {newValue ? (
        <b className="strong">
          <span className="sr-only">Now: </span>
          <bdi>{newValue}</bdi>
        </b>
      ) : null}
    </p>
  )
}
