import type { ComponentProps } from 'react'
import { dealSearchParams } from '~/features/catalog/deals/list/deal-filters'
import { Tag } from '~/ui/badge'
import { classes } from '~/ui/classes'
import { formatTag } from './deal'

const LOOKS = new Map<string, Pick<ComponentProps<typeof Tag>, 'icon' | 'tone'>>([
  ['HOT', { icon: 'flame', tone: 'hot' }],
  ["EDITOR'S_CHOICE", { icon: 'award', tone: 'pick' }],
])

type DealTagsProps = {
  tags: string[]
  shown?: number
  /** The discount beside the tags, in percent: a tag that repeats it is left out. */
  discount?: number | null
  className?: string
}

/** "50%", "Save 50%" and "50% off" repeat a discount of 50%, and "50% or more" one of at least that. */
function repeats(tag: string, discount: number) {
  const [, stated, isLeast] = /^(?:save )?(\d{1,2}) ?%(?: off)?( or more|\+)?$/i.exec(tag.trim()) ?? []
  return stated !== undefined && (isLeast ? discount >= Number(stated) : discount === Number(stated))
}

/** Each tag links to the deals that have it. At most `shown` tags, those with their own style first. */
export function DealTags({ tags: all, shown, discount, className }: DealTagsProps) {
  const tags = discount ? all.filter((tag) => !repeats(tag, discount)) : all
  const isCut = shown !== undefined && shown < tags.length
  const inOrder = isCut ? tags.toSorted((a, b) => Number(LOOKS.has(b)) - Number(LOOKS.has(a))) : tags
  return (
    <div className={classes('flex flex-wrap gap-1.5', className)}>
      {inOrder.slice(0, shown).map((tag) => (
        <Tag key={tag} isShort={shown !== undefined} to={`/deals?${dealSearchParams({ tag })}`} {...LOOKS.get(tag)}>
          {formatTag(tag)}
        </Tag>
      ))}
      {isCut ? <span className="text-caption">{`+${tags.length - shown}`}</span> : null}
    </div>
  )
}
