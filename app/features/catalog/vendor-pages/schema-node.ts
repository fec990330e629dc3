/** An object of schema.org in JSON-LD. Every property may have several values. */
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

/** The objects among the values of a property. */
export const nodesOf = (node: SchemaNode, property: string) => valuesOf(node, property).filter(isNode)

/** The first text or number of a property as text; empty if there is none. */
export function textOf(node: SchemaNode | undefined, property: string): string {
  const value = node && valuesOf(node, property).find((one) => typeof one === 'string' || typeof one === 'number')
  return String(value ?? '')
}

/** The types of an object without the address of schema.org: "Product". */
export function typesOf(node: SchemaNode): string[] {
  return valuesOf(node, '@type').flatMap((type) => (typeof type === 'string' ? [schemaName(type)] : []))
}

/** "InStock" of "https://schema.org/InStock" or "schema:InStock". */
export const schemaName = (text: string) =>
  text.slice(Math.max(...[...'/#:'].map((sign) => text.lastIndexOf(sign))) + 1).trim()

/** The text of a property that is a text, or an object with a name, such as a brand. */
export function nameIn(node: SchemaNode, property: string): string | undefined {
  const [object] = nodesOf(node, property)
  return (object ? textOf(object, 'name') : textOf(node, property)).trim() || undefined
}
