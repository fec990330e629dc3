import { Button, type ButtonProps } from '~/ui/button'

type FillButtonProps = Omit<ButtonProps, 'onClick' | 'value'> & { value?: string; onPress: () => void }

/** A small button that changes fields at once. Without scripts the server returns the form with them changed. */
export function FillButton({ tone = 'secondary', value = 'yes', onPress, ...button }: FillButtonProps) {
  return (
    <Button
      tone={tone}
      size="sm"
      value={value}
      formNoValidate
      onClick={(event) => {
        event.preventDefault()
        onPress()
      }}
      {...button}
    />
  )
}
