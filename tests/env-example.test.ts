import fs from 'node:fs'
import { expect, test } from 'vitest'

const settingsOf = (file: string, pattern: RegExp) =>
  [...fs.readFileSync(file, 'utf8').matchAll(pattern)].map(([, name]) => name!)

test('.env.example and the README name every setting that the app reads', () => {
  const settings = settingsOf('app/env.server.ts', /^ {2}([A-Z][A-Z_]+): /gm)
  expect(settings.length).toBeGreaterThan(10)
  expect(settingsOf('.env.example', /^([A-Z_]+)=/gm)).toEqual(expect.arrayContaining(settings))
  const inReadme = settingsOf('README.md', /`([A-Z][A-Z_]+)`/g)
  expect(inReadme).toEqual(expect.arrayContaining(settings.filter((name) => name !== 'NODE_ENV')))
})

test('.env.example and the README name the file of every secret', () => {
  const [, list] = /^const SECRETS = \[(.*)\]$/m.exec(fs.readFileSync('app/env.server.ts', 'utf8'))!
  const files = [...list!.matchAll(/'(\w+)'/g)].map(([, name]) => `${name}_FILE`)
  expect(files.length).toBeGreaterThan(4)
  for (const place of ['.env.example', 'README.md']) {
    const text = fs.readFileSync(place, 'utf8')
    expect(files.filter((name) => !text.includes(name))).toEqual([])
  }
})
