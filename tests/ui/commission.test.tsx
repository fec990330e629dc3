import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { CommissionNotice, commissionLine } from '~/features/catalog/deals/commission'
import type { Commission } from '~/features/catalog/links/link-program'

test.each<[Commission[], string]>([
  [['none', 'none'], 'We earn nothing from these links.'],
  [
    ['none', 'ours'],
    'We earn a commission on some of these links and nothing on the others. Each deal page says which.',
  ],
  [['ours'], 'We earn a commission if you buy through these links.'],
  [['others', 'none'], 'Some of these links may earn someone else a commission. Each deal page says which.'],
  [
    ['ours', 'others', 'none'],
    'We earn a commission on some of these links, and others may earn someone else one. Each deal page says which.',
  ],
])('above a list of links with the commissions %j stands one line that is true for all of them', (given, line) => {
  const deals = given.map((commission) => ({ commission }))
  expect(renderToStaticMarkup(<CommissionNotice deals={deals} />)).toContain(`>${line}<`)
})

test('a button says who may earn', () => {
  expect((['ours', 'others', 'none'] as const).map((commission) => commissionLine({ commission }))).toEqual([
    'We earn a commission if you buy here.',
    'This link may earn someone else a commission.',
    'We earn nothing from this link.',
  ])
})
