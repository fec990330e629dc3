/** The key of a control, for those who see it: it is no part of the control's name. */
export function KeyHint({ name }: { name: string | number }) {
  return (
    <span className="key-hint" aria-hidden="true">
      <kbd>{name}</kbd>
    </span>
  )
}
