import fs from 'node:fs'
import satisfies from 'spdx-satisfies'
import { expect, test } from 'vitest'

/** Licenses under which anybody may use, change and pass on a package in a project under the MIT license. */
const ALLOWED = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]

/** Packages under other licenses, by the beginning of their name, each with the reason why it may be used. */
const EXCEPTIONS: { name: string; license: string; because: string }[] = [
  {
    name: '@img/sharp',
    license: 'LGPL-3.0-or-later',
    because: 'libvips is a library of its own, linked when it is loaded, and can be replaced; nothing in it is changed',
  },
  {
    name: 'satori',
    license: 'MPL-2.0',
    because: 'used as published; only changes to its own files would have to be published',
  },
  { name: 'axe-core', license: 'MPL-2.0', because: 'a tool for tests, used as published' },
  { name: 'lightningcss', license: 'MPL-2.0', because: 'a tool for the build, used as published' },
  { name: 'caniuse-lite', license: 'CC-BY-4.0', because: 'data for the build, named here and in its own package' },
  { name: 'spdx-exceptions', license: 'CC-BY-3.0', because: 'names of licenses, used by this test' },
  { name: 'spdx-ranges', license: 'CC-BY-3.0', because: 'names of licenses, used by this test' },
]

/** Packages that name their license in a file instead of in package.json. */
const NAMED_ELSEWHERE: Record<string, string> = { eval: 'MIT', format: 'MIT', 'require-like': 'MIT' }

type Package = { name: string; version: string; license: string }

const lock: { packages: Record<string, { version: string; license?: string }> } = JSON.parse(
  fs.readFileSync('package-lock.json', 'utf8'),
)
/** Direct and transitive dependencies, also the tools, and what only other systems install. */
const packages: Package[] = Object.entries(lock.packages)
  .filter(([folder]) => folder !== '')
  .map(([folder, { version, license }]) => {
    const name = folder.replace(/.*node_modules\//, '')
    return { name, version, license: license ?? NAMED_ELSEWHERE[name] ?? 'unknown' }
  })

function isAllowed({ name, license }: Package) {
  const exceptions = EXCEPTIONS.filter((exception) => name.startsWith(exception.name))
  try {
    return satisfies(license, [...ALLOWED, ...exceptions.map((exception) => exception.license)])
  } catch {
    // Not an expression of SPDX.
    return false
  }
}

test('every package may be used under the MIT license; otherwise choose another, or add it here with the reason', () => {
  expect(packages.length).toBeGreaterThan(500)
  const refused = packages.filter((one) => !isAllowed(one))
  expect(refused.map(({ name, version, license }) => `${name} ${version}: ${license}`)).toEqual([])
})

test('no exception is without a package', () => {
  const isUsed = (exception: (typeof EXCEPTIONS)[number]) =>
    packages.some(({ name, license }) => name.startsWith(exception.name) && license.includes(exception.license))
  expect(EXCEPTIONS.filter((exception) => !isUsed(exception))).toEqual([])
  expect(Object.keys(NAMED_ELSEWHERE).filter((name) => !packages.some((one) => one.name === name))).toEqual([])
})

test.each([
  'GPL-3.0-only',
  'AGPL-3.0-or-later',
  'SEE LICENSE IN LICENSE.md',
  'UNLICENSED',
  'unknown',
  'MIT AND GPL-2.0',
])('a package under %s is refused', (license) => {
  expect(isAllowed({ name: 'new-package', version: '1.0.0', license })).toBe(false)
})
