import { IconButton } from '~/ui/button'
import { classes } from '~/ui/classes'
import type { useRepeatedRows } from './repeated-rows'

type RowButtonsProps = {
  list: Pick<ReturnType<typeof useRepeatedRows>, 'rows' | 'remove' | 'move'>
  index: number
  /** "entry" or "question", for the labels of the buttons. */
  noun: string
  className?: string
}

const DISABLED = 'disabled:cursor-not-allowed disabled:opacity-35'

export function RowButtons({ list: { rows, remove, move }, index, noun, className }: RowButtonsProps) {
  const name = `${noun} ${index + 1}`
  return (
    <span className={classes('flex justify-end', className)}>
      <IconButton
        type="submit"
        icon="arrow-up"
        label={`Move ${name} up`}
        disabled={index === 0}
        className={DISABLED}
        {...move(index, index - 1)}
      />
      <IconButton
        type="submit"
        icon="arrow-down"
        label={`Move ${name} down`}
        disabled={index === rows.length - 1}
        className={DISABLED}
        {...move(index, index + 1)}
      />
      <IconButton type="submit" icon="trash-2" tone="danger" label={`Remove ${name}`} {...remove(index)} />
    </span>
  )
}
