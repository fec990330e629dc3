import type { ComponentProps } from 'react'
import { dealSearchParams } from '~/features/catalog/deals/list/deal-filters'
import { Tag } from '~/ui/badge'
import { classes } from '~/ui/classes'
import { formatTag } from './deal'

const LOOKS = new Map<string, Pick<ComponentProps<typeof Tag>, 'icon' | 'tone'>>([
  ['HOT', { icon: 'flame', tone: 'hot' }],
  ["EDITOR'S_CHOICE", { icon: 'award', tone: 'pick' }],
])

type DealTagsProps = { tags: string[]; shown?: number; className?: string }

/** Each tag links to the deals that have it. At most `shown` tags, those with their own style first. */
export function DealTags({ tags, shown, className }: DealTagsProps) {
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
