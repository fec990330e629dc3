/** Deals that one merge moves at most. It is one transaction, which takes seconds for each thousand. */
export const MERGE_MAX = 10_000

/** One of the two categories of a merge. */
export type MergeSide = {
  id: string
  name: string
  full_name: string
  slug: string
  parent: string | null
  parent_id: string | null
  /** From the top down to the category itself. */
  category_path: string[]
  /** Those directly in the category, drafts included. */
  deals: number
  subcategories: number
  has_seo: boolean
  former_slugs: string[]
}

/** Why a category cannot be merged into another one; undefined if it can. */
export function reasonAgainst(from: MergeSide, into: MergeSide): string | undefined {
  if (from.id === into.id) return 'A category cannot be merged into itself.'
  if (into.category_path.includes(from.id)) return 'A category cannot be merged into one of its own subcategories.'
  if (from.subcategories > 0 && into.parent_id !== null) {
    return `${into.full_name} is a subcategory, so it cannot have the subcategories of ${from.full_name}. There are only two levels.`
  }
  if (from.deals > MERGE_MAX) {
    const max = MERGE_MAX.toLocaleString('en-US')
    return `${from.full_name} has more than ${max} deals. Set the category of most of them on the list of deals first.`
  }
  return undefined
}

/** The categories that one can be merged into, from a list of all of them with parents before their children. */
export function listMergeTargets<Category extends { id: string; parent_id: string | null }>(
  categories: Category[],
  id: string,
) {
  const branch = new Set([id])
  for (const one of categories) if (one.parent_id && branch.has(one.parent_id)) branch.add(one.id)
  return categories.filter((one) => !branch.has(one.id) && (branch.size === 1 || one.parent_id === null))
}
