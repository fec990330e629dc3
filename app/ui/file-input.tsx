import type { ComponentProps } from 'react'
import { classes } from './classes'

export function FileInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  return (
    <input
      {...props}
      type="file"
      className={classes(
        'w-full text-small file:me-3.5 file:min-h-10 file:cursor-pointer file:rounded-sm file:border file:border-input',
        'file:bg-card file:px-3.5 file:py-1.5 file:text-small file:font-semibold file:text-foreground',
        'file:hover:border-foreground file:hover:bg-muted',
      )}
    />
  )
}
