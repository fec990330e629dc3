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
}

/**
 * Asks for confirmation before its form is submitted. The popover contains the submit button, so it works without scripts;
 * place it inside the form.
 */
export function ConfirmButton({ heading, text, confirm, name, value, error, ...button }: ConfirmButtonProps) {
  const id = useId()
  const { label, about, icon, iconOnly, tone = 'danger-quiet', size } = button
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
