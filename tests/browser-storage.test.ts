import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const sources = fs
  .readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file: file.split(path.sep).join('/'), text: fs.readFileSync(path.join('app', file), 'utf8') }))

/** What each of the few modules may keep, and until when. Nothing of it says who somebody is. */
const STORED = {
  // The chosen theme.
  'enhance/theme.ts': ["localStorage.setItem('theme'"],
  // Until the tab is closed: the site by which a visitor came, and the deals chosen to compare.
  'enhance/referrer.ts': ['sessionStorage.setItem(STORAGE_KEY'],
  'enhance/compare.ts': ['sessionStorage.setItem(STORAGE_KEY'],
  // Until it is sent or the tab is closed: what a member typed.
  'features/people/accounts/use-form-draft.ts': Array(3).fill('sessionStorage.setItem(key'),
  // Whether somebody of the staff turned the keyboard shortcuts off.
  'features/staff/queue/keys.tsx': ['localStorage.setItem(STORAGE_KEY'],
}

test('the browser stores the theme, the shortcuts setting, the referring site, the deals to compare and unsent drafts, and nothing else', () => {
  const found: Record<string, string[]> = {}
  for (const { file, text } of sources) {
    const writes = text.match(/\b(local|session)Storage\.setItem\([^,]+/g)
    if (writes) found[file] = writes
  }
  expect(found).toEqual(STORED)
  // Nor in another way.
  const others = sources.filter(({ text }) =>
    /\bindexedDB\b|\bdocument\.cookie\s*=|\bcookieStore\b|\bcaches\.open\b|\bserviceWorker\b|Storage\[/.test(text),
  )
  expect(others.map(({ file }) => file)).toEqual([])
})
