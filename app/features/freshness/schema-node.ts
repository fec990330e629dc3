/** A thing of schema.org with its properties, from JSON-LD or microdata. Every property may have several values. */
export type SchemaNode = Record<string, unknown>

export function isNode(value: unknown): value is SchemaNode {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The values of a property, whether it has one, several or none. */
export function valuesOf(node: SchemaNode, property: string): unknown[] {
  const value = node[property]
  if (value === undefined || value === null) return []
  return Array.isArray(value) ? value : [value]
}

/** The first text or number of a property. */
export function plainValue(node: SchemaNode, property: string): string | number | undefined {
  for (const value of valuesOf(node, property)) {
    const plain = isNode(value) ? value['@value'] : value
    if (typeof plain === 'string' || typeof plain === 'number') return plain
  }
}

/** The types of a thing without the address of schema.org: "Product". */
export function typesOf(node: SchemaNode): string[] {
  return valuesOf(node, '@type').flatMap((type) => (typeof type === 'string' ? [schemaName(type)] : []))
}

/** "InStock" of "https://schema.org/InStock" or "schema:InStock". */
export const schemaName = (text: string) => text.trim().replace(/^.*[/#:]/, '')

/** The text of a property that is a text, or a thing with a name, such as a brand. */
export function nameIn(node: SchemaNode, property: string): string | undefined {
  const value = valuesOf(node, property)[0]
  const name = isNode(value) ? plainValue(value, 'name') : value
  return typeof name === 'string' && name.trim() !== '' ? name : undefined
}
