import { classes } from './classes'

const SIZES = {
  md: 'size-8 text-[0.75rem]',
  xl: 'size-12 text-base',
  '2xl': 'size-14 text-lead',
}

type AvatarProps = { name: string | null; size?: keyof typeof SIZES; className?: string }

/** The initials of a name; the name itself is always beside it. */
export function Avatar({ name, size = 'md', className }: AvatarProps) {
  const words = (name ?? '').match(/[\p{L}\p{N}]+/gu) ?? ['?']
  const [first, last] = [words[0]!, words.at(-1)!].map((word) => [...word])
  const initials = words.length > 1 ? first![0]! + last![0]! : first!.slice(0, 2).join('')
  return (
    <span
      className={classes(
        'inline-grid flex-none place-items-center rounded-full border border-border-strong bg-muted font-bold text-foreground',
        SIZES[size],
        className,
      )}
      aria-hidden="true"
    >
      {initials.toUpperCase()}
    </span>
  )
}
