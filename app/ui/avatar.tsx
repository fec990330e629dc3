/** The initials of a name; the name itself always stands beside it. */
export function Avatar({ name }: { name: string | null }) {
  const words = (name ?? '').match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const initials = words.length > 1 ? words[0]![0]! + words.at(-1)![0]! : words[0]!.slice(0, 2)
  return (
    <span className="avatar" aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  )
}
