import type { ShownStatus } from '~/features/catalog/deals/deal'

/** What one deal has in a row. */
export type FactCell = {
  text: string
  /** Below the text, smaller. */
  note?: string
  /** Nothing is known: the text says so. */
  isUnknown?: boolean
  /** Shown as a price, a status or stars instead of the text. */
  price?: { amount: string; currency: string; per: string }
  status?: ShownStatus
  stars?: number
  /** The price is below those of the other deals. */
  isLowest?: boolean
}

export type ComparedFact = {
  label: string
  cells: FactCell[]
  /** Words of a vendor or a platform, which keep their capitals in a sentence. */
  isQuoted?: boolean
}

export type FactGroup = { label: string; facts: ComparedFact[] }

const COUNTS = ['', 'One', 'Both', 'All three', 'All four']

export function differs({ cells: [first, ...others] }: ComparedFact) {
  return others.some(({ text, note }) => text !== first!.text || note !== first!.note)
}

/** "All four: not stated" */
export function sharedText({ cells, isQuoted }: ComparedFact) {
  const { text, note, isUnknown } = cells[0]!
  const parts = [text, note].filter((part) => part !== undefined)
  return `${COUNTS[cells.length]}: ${parts.map((part) => (isQuoted && !isUnknown ? part : lowerFirst(part))).join(', ')}`
}

/** How many facts there are and how many of them differ. */
export function countFacts(groups: FactGroup[]) {
  const facts = groups.flatMap((group) => group.facts)
  return { all: facts.length, differing: facts.filter(differs).length }
}

/** The groups without the rows in which nothing is known of any deal. */
export function withoutUnknown(groups: FactGroup[]): FactGroup[] {
  return keepFacts(groups, ({ cells }) => !cells.every(({ isUnknown }) => isUnknown))
}

/** The groups with the rows that differ only. */
export function withoutEqual(groups: FactGroup[]): FactGroup[] {
  return keepFacts(groups, differs)
}

function keepFacts(groups: FactGroup[], isKept: (fact: ComparedFact) => boolean) {
  return groups
    .map(({ label, facts }) => ({ label, facts: facts.filter(isKept) }))
    .filter(({ facts }) => facts.length > 0)
}

function lowerFirst(text: string) {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
