import type { ComponentProps } from 'react'
import { classes } from './classes'

const TRACK =
  'relative h-6 w-11 rounded-full bg-input transition-colors duration-180 before:absolute before:start-0.75 before:top-0.75 before:size-4.5 before:rounded-full before:bg-card before:transition before:duration-180'

/** A setting that is on or off. */
export function Switch({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="inline-flex min-h-control cursor-pointer items-center gap-3 font-semibold">
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own state
        role="switch"
        className={classes(
          TRACK,
          'cursor-pointer appearance-none checked:bg-primary checked:before:translate-x-5 forced-colors:appearance-auto',
        )}
      />
      {children}
    </label>
  )
}

/** A setting that is saved at once: a submit button, so that it works without scripts. */
export function SwitchButton({ isOn, children, ...button }: ComponentProps<'button'> & { isOn: boolean }) {
  return (
    <button
      {...button}
      role="switch"
      aria-checked={isOn}
      className="group inline-flex min-h-control cursor-pointer items-center gap-2.5 text-small font-semibold text-muted-foreground aria-checked:text-foreground"
    >
      <span
        aria-hidden="true"
        className={classes(
          TRACK,
          'group-aria-checked:bg-primary group-aria-checked:before:translate-x-5 forced-colors:border forced-colors:before:bg-[CanvasText]',
        )}
      />
      {children}
    </button>
  )
}
