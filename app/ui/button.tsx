import { Link, type LinkProps } from '@remix-run/react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonClasses, type IconButtonLook, iconButtonClasses } from './button-classes'
import { Icon, type IconName } from './icon'

type Look = Omit<ButtonLook, 'className'> & { icon?: IconName; iconAfter?: IconName }

function content({ icon, iconAfter, size }: Look, children: ReactNode) {
  const iconSize = size === 'sm' ? 'size-4' : undefined
  return (
    <>
      {icon ? <Icon name={icon} className={iconSize} /> : null}
      {children}
      {iconAfter ? <Icon name={iconAfter} className={iconSize} /> : null}
    </>
  )
}

export type ButtonProps = Look & { busy?: boolean } & ComponentProps<'button'>

/**
 * `busy` keeps the button focusable while its form is on the way, but does not send it again; say so in its text
 * ("Saving").
 */
export function Button({ tone, size, block, icon, iconAfter, busy, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="submit"
      {...rest}
      onClick={busy ? ignorePress : rest.onClick}
      className={buttonClasses({ tone, size, block, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
    >
      {busy ? <Spinner /> : null}
      {content({ icon: busy ? undefined : icon, iconAfter, size }, children)}
    </button>
  )
}

function Spinner() {
  return <span className="size-4 animate-spin rounded-[50%] border-2 border-current/35 border-t-current" />
}

function ignorePress(event: MouseEvent) {
  event.preventDefault()
}

/**
 * `to` inside the app, `href` for what leaves it. Without both it is a link that leads nowhere yet, and looks disabled.
 */
type Target = LinkProps | (ComponentProps<'a'> & { href?: string; to?: undefined })

function Anchor(target: Target) {
  if (target.to !== undefined) return <Link discover="none" {...target} />
  return <a {...target} {...(target.href === undefined && NOWHERE)} />
}

/** How HTML says that a link leads nowhere. */
const NOWHERE = { role: 'link', 'aria-disabled': true }

/** A link that looks like a button. */
export function ButtonLink({ tone, size, block, icon, iconAfter, className, children, ...target }: Look & Target) {
  return (
    <Anchor {...target} className={buttonClasses({ tone, size, block, className })}>
      {content({ icon, iconAfter, size }, children)}
    </Anchor>
  )
}

type IconButtonProps = { icon: IconName; label: string } & IconButtonLook & ComponentProps<'button'>

/** A button that is only an icon; `label` is its name and its tooltip. */
export function IconButton({ icon, label, tone, size, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      data-tip={label}
      {...rest}
      className={iconButtonClasses({ tone, size, className })}
      aria-label={label}
    >
      <Icon name={icon} />
    </button>
  )
}

type IconLinkProps = { icon: IconName; label: string } & IconButtonLook & Target

/** The same as a link. */
export function IconLink({ icon, label, tone, size, className, children, ...target }: IconLinkProps) {
  return (
    <Anchor {...target} className={iconButtonClasses({ tone, size, className })} aria-label={label}>
      <Icon name={icon} />
      {children}
    </Anchor>
  )
}
