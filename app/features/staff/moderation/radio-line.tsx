import type { ComponentProps, ReactNode } from 'react'

type RadioLineProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & { label: string; children?: ReactNode }

/** One of several short choices, a line each; `children` are at the end of the line. */
export function RadioLine({ label, children, ...input }: RadioLineProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2.5 text-control max-md:min-h-control pointer-coarse:min-h-control">
      <input type="radio" {...input} className="size-4.5 flex-none cursor-pointer accent-primary" />
      <span>{label}</span>
      {children}
    </label>
  )
}
