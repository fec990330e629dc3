import type { ComponentProps } from 'react'

/** A setting that is on or off. */
export function Switch({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="inline-flex min-h-control cursor-pointer items-center gap-3 font-semibold">
      <input
        {...input}
        type="checkbox"
        // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own state
        role="switch"
        className="relative h-6 w-11 cursor-pointer appearance-none rounded-full bg-input transition-colors duration-180 before:absolute before:start-0.75 before:top-0.75 before:size-4.5 before:rounded-full before:bg-card before:transition before:duration-180 checked:bg-primary checked:before:translate-x-5 forced-colors:appearance-auto"
      />
      {children}
    </label>
  )
}
