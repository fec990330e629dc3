import { expect, test } from 'vitest'
import { ContentChanges } from '~/db/content-changes'

const [DEAL, OTHER] = ['0b6a4d1e-95a5-4f0c-8f5b-0d4b8f3a5c11', '7d1c62f2-3f0a-4f53-9b0e-6a2d9c1b7e22']
const tags = (...names: string[]) => new Set(names)

test('a named change concerns what shows these contributions of the deal, or of any deal, or everything', () => {
  const changes = new ContentChanges()
  changes.note(`reviews ${DEAL}`)
  for (const shown of [tags(`reviews ${DEAL}`), tags('comments', 'reviews'), undefined])
    expect(changes.hasChanged(shown, 0)).toBe(true)
  for (const shown of [tags(`reviews ${OTHER}`), tags(`comments ${DEAL}`, 'changes'), tags()])
    expect(changes.hasChanged(shown, 0)).toBe(false)
})

test('a change of several deals concerns each of them', () => {
  const changes = new ContentChanges()
  changes.note(`changes ${DEAL} ${OTHER}`)
  for (const id of [DEAL, OTHER]) expect(changes.hasChanged(tags(`changes ${id}`), 0)).toBe(true)
})

test('what was read after a change is up to date, what was read before it is not', () => {
  const changes = new ContentChanges()
  changes.note(`reviews ${DEAL}`)
  const { version } = changes
  expect(changes.hasChanged(tags(`reviews ${DEAL}`), version)).toBe(false)
  changes.note(`reviews ${OTHER}`)
  expect(changes.hasChanged(tags(`reviews ${DEAL}`), version)).toBe(false)
  changes.note(`reviews ${DEAL}`)
  expect(changes.hasChanged(tags(`reviews ${DEAL}`), version)).toBe(true)
})

test.each(['', 'reviews', `votes ${DEAL}`, `reviews ${DEAL},${OTHER}`, 'reviews 1'])(
  'an announcement that names nothing known concerns everything: "%s"',
  (announcement) => {
    const changes = new ContentChanges()
    changes.note(announcement)
    expect(changes.hasChanged(tags(), 0)).toBe(true)
  },
)

test('more named changes than are remembered count as a change of everything', () => {
  const changes = new ContentChanges()
  changes.note(`reviews ${DEAL}`)
  const { version } = changes
  for (let n = 0; n <= 5_000; n++) changes.note(`reviews ${crypto.randomUUID()}`)
  expect(changes.hasChanged(tags(`comments ${DEAL}`), version)).toBe(true)
})
