import fs from 'node:fs'
import { expect, test } from 'vitest'

test('each threat in docs/security.md says what holds and names test files that exist', () => {
  const text = fs.readFileSync('docs/security.md', 'utf8')
  const rows = [...text.matchAll(/^\| ([A-Z]{2}\d+) \|(.*)\|$/gm)].map(([, id, cells]) => {
    const [threat, holds, files, ...more] = cells!.split('|').map((cell) => cell.trim())
    return { id, threat, holds, files: [...files!.matchAll(/`([^`]+)`/g)].map(([, file]) => file!), more }
  })
  expect(rows.length).toBeGreaterThan(100)
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length)
  for (const { id, threat, holds, files, more } of rows) {
    expect(more, id).toEqual([])
    expect(threat, id).not.toBe('')
    expect(holds, id).not.toBe('')
    expect(files.length, id).toBeGreaterThan(0)
    expect(
      files.filter((file) => !fs.existsSync(file)),
      id,
    ).toEqual([])
  }
})
