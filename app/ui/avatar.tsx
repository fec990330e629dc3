/** The initials of a name; the name itself is always beside it. */
export function Avatar({ name }: { name: string | null }) {
  const words = (name ?? '').match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const [first, last] = [words[0]!, words.at(-1)!].map((word) => [...word])
  const initials = words.length > 1 ? first![0]! + last![0]! : first!.slice(0, 2).join('')
  return (
    <span className="avatar" aria-hidden="true">
      {initials.toUpperCase()}
    </span>
  )
}
