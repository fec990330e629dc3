import { expect, test } from 'vitest'
import { matchesEtag } from '~/http/etag'

test.each([
  ['"a"', true],
  ['W/"a"', true],
  ['"b", "a"', true],
  ['"b",W/"a" ', true],
  ['*', true],
  ['"b"', false],
  ['a', false],
  ['"aa"', false],
])('If-None-Match %s matches the ETag "a": %s', (ifNoneMatch, isMatch) => {
  expect(matchesEtag(ifNoneMatch, '"a"')).toBe(isMatch)
  expect(matchesEtag(ifNoneMatch, 'W/"a"')).toBe(isMatch)
})
