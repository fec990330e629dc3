import type { IconName } from '~/ui/icon'
import { TAccount } from '~/ui/t-account'

type Entry = { type: 'PRO' | 'CON'; text: string }

/** A side without entries is left out. */
export function ProsAndCons({ entries }: { entries: Entry[] }) {
  if (entries.length === 0) return null
  return (
    <TAccount
      id="pros-and-cons"
      start={sideOf(entries, 'PRO', 'Pros', 'plus')}
      end={sideOf(entries, 'CON', 'Cons', 'minus')}
    >
      <h2 className="text-figure-md" id="pros-and-cons">
        Pros &amp; Cons
      </h2>
    </TAccount>
  )
}

function sideOf(entries: Entry[], type: Entry['type'], heading: string, icon: IconName) {
  const texts = entries.filter((entry) => entry.type === type).map(({ text }) => text)
  return texts.length > 0 ? { heading, icon, entries: texts, isCounted: true } : undefined
}
