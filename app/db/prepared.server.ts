import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { registerPrepared } from './connection.server'
import { db } from './database.server'
import type { Executor } from './executor'

/** Stand for values that are passed when the prepared query runs. */
export type Placeholders<Values> = { [Name in keyof Values]: RawBuilder<Values[Name]> }

/** A query of the builder, or one written in SQL. */
type Compilable<Row> = { compile(executor: typeof db): CompiledQuery<Row> }

/**
 * A prepared statement: compiled once, and parsed and planned once by each connection. Only for lookups by key: its
 * generic plan does not know the values, which can make a search a thousand times slower.
 *
 * @param name unique name of the statement
 * @param build builds the query from a placeholder for each value
 * @returns a function that takes the values and returns the rows
 */
export function prepare<Values extends Record<string, unknown>, Row>(
  name: string,
  build: (values: Placeholders<Values>) => Compilable<Row>,
) {
  let compiled: CompiledQuery<Row> | undefined
  return async (values: Values, executor: Executor = db): Promise<Row[]> => {
    compiled ??= compile(name, build)
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? values[value.name] : value))
    return (await executor.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

class Placeholder {
  constructor(readonly name: string) {}
}

function compile<Values, Row>(name: string, build: (values: Placeholders<Values>) => Compilable<Row>) {
  const placeholders = new Proxy({}, { get: (_, key) => sql`${new Placeholder(String(key))}` }) as Placeholders<Values>
  const compiled = build(placeholders).compile(db)
  registerPrepared(compiled.sql, name)
  return compiled
}
