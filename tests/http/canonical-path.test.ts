import { expect, test } from 'vitest'
import { requireCanonicalPath } from '~/http/canonical-path.server'

const moveOf = (path: string) => {
  try {
    requireCanonicalPath(new Request(`http://localhost:3000${path}`))
  } catch (thrown) {
    const { status, headers } = thrown as Response
    return `${status} ${headers.get('Location')}`
  }
}

test.each([
  ['/Deals/Quillstack', '301 /deals/quillstack'],
  ['/deals/', '301 /deals'],
  ['/deals/quillstack/?page=2', '301 /deals/quillstack?page=2'],
  ['//vendor.example/', '301 /vendor.example'],
  ['/%64eals%2Ecsv?q=a', '301 /deals.csv?q=a'],
])('%s redirects to its canonical path', (path, move) => {
  expect(moveOf(path)).toBe(move)
})

test.each(['/', '/deals', '/deals/quillstack?q=Team'])('%s is canonical and does not redirect', (path) => {
  expect(moveOf(path)).toBeUndefined()
})
