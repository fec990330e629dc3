type Parent = { name: string } | null | undefined

/** What separates the name of a parent from that of its child: "AI Tools / Writing", "AI Tools: Writing". */
const SEPARATED = /^(?: *:| +[/|›»>–—-]) +(\S.*)$/

/**
 * A child's own name. Many lists name it together with its parent: "AI Tools / Writing" is "Writing" below "AI Tools".
 */
export function ownName(name: string, parent: Parent) {
  if (!parent || name.slice(0, parent.name.length).toLowerCase() !== parent.name.toLowerCase()) return name
  return SEPARATED.exec(name.slice(parent.name.length))?.[1] ?? name
}

/** "AI Tools › Writing", for a subcategory shown without its parent. */
export function fullName(name: string, parent: Parent) {
  return parent ? `${parent.name} › ${ownName(name, parent)}` : name
}
