import { expect, test } from 'vitest'
import { findUsedStyles, indexStyles } from '~/edge/used-styles.server'

const used = (html: string, ...sheets: string[]) => findUsedStyles(html, sheets.map(indexStyles))

test.each([
  ['a class of the page', '<p class="note small">', '.note{color:red}', '.note{color:red}'],
  ['no other class', '<p class="notes">', '.note{color:red}', ''],
  ['an element of the page', '<h1>', 'h1{margin:0}table{margin:1px}', 'h1{margin:0}'],
  ['only those selectors of a rule that can match', '<p class="a">', '.a,.b,.a .b{color:red}', '.a{color:red}'],
  ['all parts of a selector', '<div class="a"><b class="c">', '.a .b{x:1}.a>.c b{x:2}', '.a>.c b{x:2}'],
  ['what stands in parentheses either way', '<p class="a">', '.a:not(.b):is(.c,.d){x:1}', '.a:not(.b):is(.c,.d){x:1}'],
  ['attributes of the page', '<p data-a="">', '[data-a]{x:1}[data-b]{x:2}', '[data-a]{x:1}'],
  [
    'themes, which the first script chooses',
    '<p class="a">',
    '.dark .a{x:1}.light .a{x:2}',
    '.dark .a{x:1}.light .a{x:2}',
  ],
  ['no states that somebody must cause', '<a class="a">', '.a{x:1}.a:hover,.a:focus-visible{x:2}', '.a{x:1}'],
  [
    'states that a page can begin with',
    '<details open="">',
    'details[open]{x:1}:checked{x:2}',
    'details[open]{x:1}:checked{x:2}',
  ],
])('%s is kept', (_what, html, css, expected) => {
  expect(used(html, css)).toBe(expected)
})

test('rules keep their order, their layers and their media, which neighbours share', () => {
  const css =
    '@layer base,late;@layer late{.a{x:1}.b{x:2}.a{x:3}@media(min-width:1px){.a{x:4}.a b{x:5}}}@layer base{.a{x:6}}'
  expect(used('<p class="a"><b>', css)).toBe(
    '@layer base,late;@layer late{.a{x:1}.a{x:3}@media (min-width:1px){.a{x:4}.a b{x:5}}}@layer base{.a{x:6}}',
  )
})

test('several sheets follow each other, and what they share at their start is there once', () => {
  expect(used('<p class="a">', '@layer one,two;.a{x:1}', '@layer one,two;.a{x:2}')).toBe(
    '@layer one,two;.a{x:1}.a{x:2}',
  )
})

test('custom properties are kept as long as a kept rule reads them, also for another one', () => {
  const css = ':root{--a:1px;--b:var(--a);--c:3px;--d:var(--c)}.x{margin:var(--b)}.y{margin:var(--d)}'
  expect(used('<html class="x">', css)).toBe(':root{--a:1px;--b:var(--a)}.x{margin:var(--b)}')
})

test('keyframes are kept where they are used, and typefaces where the page preloads them or has them', () => {
  const fonts = '@font-face{font-family:A;src:url(/a.woff2)}@font-face{font-family:B;src:url(/b.woff2)}'
  const local = '@font-face{font-family:C;src:local(C)}'
  const css = `${fonts}${local}@keyframes turn{to{x:1}}@keyframes fade{to{x:2}}.a{animation:turn 1s}`
  const kept = used('<link rel="preload" href="/a.woff2"/><p class="a">', css)
  expect(kept).toBe(
    '@font-face{font-family:A;src:url(/a.woff2)}@font-face{font-family:C;src:local(C)}.a{animation:turn 1s}@keyframes turn{to{x:1}}',
  )
})
