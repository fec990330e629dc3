import fs from 'node:fs'
import { describe, expect, test } from 'vitest'

/** How many threats each group has. */
const GROUPS = {
  AN: 16,
  SE: 8,
  AZ: 15,
  IN: 12,
  OU: 7,
  CS: 5,
  RL: 6,
  PR: 5,
  UP: 9,
  CO: 7,
  DB: 10,
  PF: 7,
  LD: 4,
  EM: 4,
  OP: 8,
  SF: 8,
}
const IDS = Object.entries(GROUPS).flatMap(([group, count]) =>
  Array.from({ length: count }, (_, n) => `${group}${n + 1}`),
)

const text = fs.readFileSync('docs/security.md', 'utf8')
const rows = [...text.matchAll(/^\| ([A-Z]{2}\d+) \|(.*)\|$/gm)].map(([, id, cells]) => {
  const [threat = '', holds = '', tests = '', ...more] = cells!.split('|').map((cell) => cell.trim())
  return { id: id!, threat, holds, tests, more }
})

/** The files and titles of a cell, such as `tests/a.test.ts`: "one", "other"; `tests/b.test.ts`: "third". */
const namedIn = (cell: string) =>
  [...cell.matchAll(/`([^`]+)`: ("[^"]+"(?:, "[^"]+")*)/g)].map(([, file, titles]) => ({
    file: file!,
    titles: titles!.slice(1, -1).split('", "'),
  }))

describe('the document about security', () => {
  test('the document about security has every threat once, in order and without a gap', () => {
    expect(rows.map(({ id }) => id)).toEqual(IDS)
    expect(IDS).toHaveLength(131)
  })

  test.each(rows)('the row $id of the document about security says what holds and names tests that exist', (row) => {
    expect(row.more).toEqual([])
    expect(row.threat.length).toBeGreaterThan(15)
    expect(row.holds.length).toBeGreaterThan(15)
    const named = namedIn(row.tests)
    expect(named.length).toBeGreaterThan(0)
    // Nothing of the cell is left over, so no test is named in a way that is not checked.
    const whole = named.map(({ file, titles }) => `\`${file}\`: ${titles.map((title) => `"${title}"`).join(', ')}`)
    expect(row.tests).toBe(whole.join('; '))
    for (const { file, titles } of named) {
      expect(file).toMatch(/^tests\/.*\.(test|spec)\.tsx?$|^scripts\/bench(\/parts\/.*)?\.ts$/)
      const source = fs.readFileSync(file, 'utf8')
      for (const title of titles) expect(source, `${file} has no "${title}"`).toContain(title)
    }
  })
})
