import { useLocation } from '@remix-run/react'
import { Button, type ButtonProps } from '~/ui/button'
import { EDITOR_STEPS } from './deal-draft'

type StepButtonProps = ButtonProps & {
  step: keyof typeof EDITOR_STEPS
  /** The id of what has the focus afterwards. */
  focus: string
}

/** A button after which the form comes back filled. Nothing is saved. */
export function StepButton({ step, focus, ...button }: StepButtonProps) {
  const { pathname, search } = useLocation()
  return (
    <Button
      tone="secondary"
      size="sm"
      {...button}
      name="step"
      value={EDITOR_STEPS[step]}
      formAction={`${pathname}${search}#${focus}`}
      formNoValidate
    />
  )
}
