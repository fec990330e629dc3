import fs from 'node:fs'
import { expect, test } from 'vitest'

type Package = { version?: string; resolved?: string; integrity?: string; link?: boolean; inBundle?: boolean }
type Lock = { packages: Record<string, Package & Record<'dependencies' | 'devDependencies', Record<string, string>>> }

const manifest = JSON.parse(fs.readFileSync('package.json', 'utf8'))
const { packages } = JSON.parse(fs.readFileSync('package-lock.json', 'utf8')) as Lock

test('every dependency has one exact version, the same in package.json and in the lock file', () => {
  for (const kind of ['dependencies', 'devDependencies'] as const) {
    expect(packages['']![kind]).toEqual(manifest[kind])
    for (const [name, given] of Object.entries<string>(manifest[kind])) {
      const version = given.replace(/^npm:\w+@/, '')
      expect(version, name).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/)
      expect(packages[`node_modules/${name}`]?.version, name).toBe(version)
    }
  }
})

test('every package of the lock file has a checksum and comes from the registry that npm is set to', () => {
  const entries = Object.entries(packages).filter(([place, { inBundle }]) => place && !inBundle)
  expect(entries.length).toBeGreaterThan(300)
  const odd = entries.filter(
    ([, { resolved, integrity, link }]) => link || resolved || !integrity?.startsWith('sha512-'),
  )
  expect(odd.map(([place]) => place)).toEqual([])
})

test('the README names the advisories of Remix 2 and turbo-stream', () => {
  const advisories = fs.readFileSync('README.md', 'utf8').split('## Advisories\n')[1]!.split('\n## ')[0]!
  expect(advisories).toContain(`${packages['node_modules/@remix-run/server-runtime']!.version} is the last version`)
  expect(advisories).toContain(`\`turbo-stream\` ${packages['node_modules/turbo-stream']!.version}`)
  expect(advisories.match(/^\| CVE-\d{4}-\d+.* \| .+ \| .+ \|$/gm)?.length).toBeGreaterThan(2)
})
