import { IconButton } from '~/ui/button'
import type { useRepeatedRows } from './repeated-rows'

type RowButtonsProps = {
  list: Pick<ReturnType<typeof useRepeatedRows>, 'rows' | 'remove' | 'move'>
  place: number
  /** "entry" or "question", for the names of the buttons. */
  noun: string
}

export function RowButtons({ list: { rows, remove, move }, place, noun }: RowButtonsProps) {
  const what = `${noun} ${place + 1}`
  return (
    <span className="field-rows__actions">
      <IconButton
        type="submit"
        icon="arrow-up"
        label={`Move ${what} up`}
        disabled={place === 0}
        {...move(place, place - 1)}
      />
      <IconButton
        type="submit"
        icon="arrow-down"
        label={`Move ${what} down`}
        disabled={place === rows.length - 1}
        {...move(place, place + 1)}
      />
      <IconButton type="submit" icon="trash-2" danger label={`Remove ${what}`} {...remove(place)} />
    </span>
  )
}
