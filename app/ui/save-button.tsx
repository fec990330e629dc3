import { useNavigation } from '@remix-run/react'
import { Button, type ButtonProps } from './button'

/**
 * Saves the form of a row. It stays busy until the page shows the stored row again: pressed before that, a conflict
 * would send the version that the form was made from once more.
 */
export function SaveButton({ children, ...rest }: Omit<ButtonProps, 'busy'>) {
  const { formMethod, formData } = useNavigation()
  // A step saves nothing.
  const isSaving = formMethod === 'POST' && !formData?.has('step')
  return (
    <Button {...rest} busy={isSaving}>
      {isSaving ? 'Saving' : children}
    </Button>
  )
}
