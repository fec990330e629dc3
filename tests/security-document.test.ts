import fs from 'node:fs'
import { expect, test } from 'vitest'

test('each threat in docs/security.md says what holds and names test files that exist', () => {
  const text = fs.readFileSync('docs/security.md', 'utf8')
  const entries = [...text.matchAll(/^- \*\*([A-Z]{2}\d+)(.*)$/gm)].map(([, id, line]) => {
    const [, threat, holds, files] = /^: (.+)\.\*\* (.+)\. \((`[^()]+`)\)$/.exec(line!) ?? []
    return { id, threat, holds, files: [...(files ?? '').matchAll(/`([^`]+)`/g)].map(([, file]) => file!) }
  })
  expect(entries.length).toBeGreaterThan(100)
  expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length)
  for (const { id, threat, holds, files } of entries) {
    expect(threat, id).toBeDefined()
    expect(holds, id).toBeDefined()
    expect(files.length, id).toBeGreaterThan(0)
    expect(
      files.filter((file) => !fs.existsSync(file)),
      id,
    ).toEqual([])
  }
})
