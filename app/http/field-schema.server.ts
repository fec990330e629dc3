import { z } from 'zod'
import type { FieldSpec, FieldTable, ValueOf, ValuesOf } from './field-table'
import {
  address,
  answer,
  choice,
  code,
  currency,
  day,
  line,
  optional,
  paragraphs,
  required,
  slug,
  wholeNumber,
} from './fields.server'
import type { Parser } from './forms'

/** Parsers or schemas of fields that need more than their kind says. */
type OwnParsers<Fields extends FieldTable> = { [Name in keyof Fields]?: Parser<unknown> | z.ZodType }

type OwnValue<Own> = Own extends z.ZodType ? z.output<Own> : Own extends Parser<infer Value> ? Value : never

type FormValues<Fields extends FieldTable, Own extends OwnParsers<Fields>> = {
  [Name in keyof Fields]: Name extends keyof Own
    ? Own[Name] extends z.ZodType
      ? OwnValue<Own[Name]>
      : OwnValue<Own[Name]> | (Fields[Name] extends { required: true } | { default: string } ? never : null)
    : ValuesOf<Fields>[Name]
}

/**
 * The schema of a form with these fields. An empty optional field is its default or null; errors begin with the label.
 *
 * @param own a parser for the text of a field, or a schema for all that is submitted under its name; prices, addresses of
 *   mail and rows have no parser by their kind and need one
 */
export function formOf<Fields extends FieldTable, Own extends OwnParsers<Fields> = Record<never, never>>(
  fields: Fields,
  own: Own = {} as Own,
) {
  const schemas = Object.entries(fields).map(([name, spec]) => [name, schemaOf(spec, own[name])])
  return z.object(Object.fromEntries(schemas)) as unknown as z.ZodObject<{
    [Name in keyof Fields]: z.ZodType<FormValues<Fields, Own>[Name], string | undefined>
  }>
}

function schemaOf(spec: FieldSpec, own: Parser<unknown> | z.ZodType | undefined): z.ZodType {
  if (own instanceof z.ZodType) return own
  if (spec.kind === 'switch') return z.boolean().default(false)
  const { label, required: isRequired, default: blank = null } = spec
  const parser = own ?? parserOf(spec)
  return isRequired ? required(label, parser) : optional(label, parser, blank)
}

/** The parser that follows from the kind of a field, its limits and choices. */
export const parserOf = <Spec extends FieldSpec>(spec: Spec) => parserByKind(spec) as Parser<ValueOf<Spec>>

function parserByKind({ kind, label, min = 0, max = Number.POSITIVE_INFINITY, choices = {} }: FieldSpec) {
  switch (kind) {
    case 'line':
      return line(max)
    case 'text':
      return paragraphs(max)
    case 'code':
      return code(max)
    case 'currency':
      return currency
    case 'slug':
      return slug
    case 'url':
      return address
    case 'date':
      return day
    case 'number':
      return wholeNumber(min, max)
    case 'choice':
      return choice(choices)
    case 'answer':
      return answer
    default:
      throw new Error(`The field "${label}" needs a parser of its own`)
  }
}
