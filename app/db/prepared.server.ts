import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { registerPrepared } from './connection.server'
import { db } from './database.server'
import type { Executor } from './executor'

/** Stand in a prepared query for values that are only given when it runs. */
export type Placeholders<Given> = { [Name in keyof Given]: RawBuilder<Given[Name]> }

/**
 * A query of fixed text: put together once, and read and planned once by each connection. Only for rows found by a
 * key. The plan is made without knowing the values, which for a search can be a thousand times slower.
 *
 * @param name tells it from all others
 * @param build is given a placeholder for each value
 * @returns a function that takes the values and gives the rows
 */
export function prepare<Given extends Record<string, unknown>, Row>(
  name: string,
  build: (given: Placeholders<Given>) => Compilable<Row>,
) {
  let compiled: CompiledQuery<Row> | undefined
  return async (given: Given, executor: Executor = db): Promise<Row[]> => {
    compiled ??= compile(name, build)
    const parameters = compiled.parameters.map((value) => (value instanceof Placeholder ? given[value.name] : value))
    return (await executor.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

class Placeholder {
  constructor(readonly name: string) {}
}

function compile<Given, Row>(name: string, build: (given: Placeholders<Given>) => Compilable<Row>) {
  const placeholders = new Proxy({}, { get: (_, key) => sql`${new Placeholder(String(key))}` }) as Placeholders<Given>
  const compiled = build(placeholders).compile()
  registerPrepared(compiled.sql, name)
  return compiled
}
