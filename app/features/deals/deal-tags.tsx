import type { ComponentProps } from 'react'
import { Tag } from '~/ui/badge'
import { formatTag } from './deal'
import { dealSearchParams } from './deal-search'

const LOOKS: Record<string, Pick<ComponentProps<typeof Tag>, 'icon' | 'tone'>> = {
  HOT: { icon: 'flame', tone: 'hot' },
  "EDITOR'S_CHOICE": { icon: 'award', tone: 'pick' },
}

/** Each tag leads to the deals that carry it. */
export function DealTags({ tags }: { tags: string[] }) {
  return (
    <div className="tags">
      {tags.map((tag) => (
        <Tag key={tag} to={`/deals?${dealSearchParams({ tag })}`} {...LOOKS[tag]}>
          {formatTag(tag)}
        </Tag>
      ))}
    </div>
  )
}
