import { type ReactNode, useId } from 'react'
import { Button, type ButtonProps, IconButton } from './button'
import { DialogActions, DialogTitle, dialogClasses } from './dialog'
import { FieldError } from './field'
import type { IconName } from './icon'

type ConfirmButtonProps = {
  label: string
  /** What it is about, for screen readers: several buttons of a page have one label. */
  about?: string
  heading: string
  text: ReactNode
  confirm: string
  icon?: IconName
  /** Shows only the icon; `label` is its accessible name. */
  iconOnly?: boolean
  tone?: ButtonProps['tone']
  size?: ButtonProps['size']
  name?: string
  value?: string
  /** The error of the last attempt. */
  error?: string
  /** The field for the password once the action has asked for it, in place of the question, which was answered. */
  password?: ReactNode
}

/**
 * Asks for confirmation before its form is submitted. The popover contains the submit button, so it works without
 * scripts; place it inside the form.
 */
export function ConfirmButton({ heading, text, confirm, name, value, error, password, ...button }: ConfirmButtonProps) {
  const id = useId()
  const { label, about, icon, iconOnly, tone = 'danger-quiet', size } = button
  if (password && !iconOnly) {
    return (
      <div className="grid justify-items-start gap-3">
        {password}
        <Button tone="danger" icon={icon} name={name} value={value}>
          {label}
        </Button>
      </div>
    )
  }
  return (
    <>
      {iconOnly && icon ? (
        <IconButton icon={icon} label={label} tone="danger" size="sm" popovertarget={id} />
      ) : (
        <Button type="button" tone={tone} size={size} icon={icon} popovertarget={id}>
          {label}
          {about ? <span className="sr-only">: {about}</span> : null}
        </Button>
      )}
      <div className={dialogClasses()} id={id} popover="" role="alertdialog" aria-labelledby={`${id}-q`}>
        <DialogTitle id={`${id}-q`}>{heading}</DialogTitle>
        <p className="text-muted-foreground">{text}</p>
        {password}
        {error ? <FieldError role="alert">{error}</FieldError> : null}
        <DialogActions>
          <Button type="button" tone="secondary" popovertarget={id} popovertargetaction="hide" autoFocus>
            Cancel
          </Button>
          <Button tone="danger" name={name} value={value}>
            {confirm}
          </Button>
        </DialogActions>
      </div>
    </>
  )
}
