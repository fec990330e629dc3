import { Link, type LinkProps } from '@remix-run/react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { classes } from './classes'
import { Icon, type IconName } from './icon'

type Look = {
  tone?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet' | 'cover'
  size?: 'lg' | 'md' | 'sm'
  block?: boolean
  icon?: IconName
  iconAfter?: IconName
}

function lookOf({ tone = 'primary', size = 'md', block, className }: Look & { className?: string }) {
  return classes('btn', `btn--${tone}`, size !== 'md' && `btn--${size}`, block && 'btn--block', className)
}

function content({ icon, iconAfter }: Look, children: ReactNode) {
  return (
    <>
      {icon ? <Icon name={icon} /> : null}
      {children}
      {iconAfter ? <Icon name={iconAfter} /> : null}
    </>
  )
}

export type ButtonProps = Look & { busy?: boolean } & ComponentProps<'button'>

/** `busy` keeps the button focusable while its form is on the way, but does not send it again; say so in its text ("Saving"). */
export function Button({ tone, size, block, icon, iconAfter, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      onClick={busy ? ignorePress : rest.onClick}
      className={lookOf({ tone, size, block, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      {busy ? <span className="spinner" /> : null}
      {content({ icon: busy ? undefined : icon, iconAfter }, children)}
    </button>
  )
}

function ignorePress(event: MouseEvent) {
  event.preventDefault()
}

type ButtonLinkProps = Look & { className?: string; children: ReactNode } & (
    | LinkProps
    | (ComponentProps<'a'> & { href: string; to?: undefined })
  )

/** A link that looks like a button: `to` inside the app, `href` for what leaves it. */
export function ButtonLink({ tone, size, block, icon, iconAfter, className, children, ...rest }: ButtonLinkProps) {
  const look = lookOf({ tone, size, block, className })
  const inside = content({ icon, iconAfter }, children)
  if (rest.to === undefined) {
    return (
      <a {...rest} className={look}>
        {inside}
      </a>
    )
  }
  return (
    <Link discover="none" {...rest} className={look}>
      {inside}
    </Link>
  )
}

type IconButtonProps = {
  icon: IconName
  label: string
  line?: boolean
  danger?: boolean
  small?: boolean
} & ComponentProps<'button'>

/** A button that is only an icon; `label` is its name and its tooltip. */
export function IconButton({ icon, label, line, danger, small, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-tip={label}
      {...rest}
      className={classes(
        'icon-btn',
        line && 'icon-btn--line',
        danger && 'icon-btn--danger',
        small && 'icon-btn--sm',
        className,
      )}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  )
}
