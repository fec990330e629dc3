import { expect, test } from 'vitest'
import { db } from '~/db/database.server'
import { findChangeFigures } from '~/features/contributions/change-logs/change-logs.server'
import { listOwnContributions } from '~/features/contributions/members/own-contributions.server'
import { listPersonReviews } from '~/features/contributions/members/public-profile.server'
import { describeOwnership } from '~/features/contributions/reviews/follow-up'
import { type OverTime, shownChecked, shownOwners, shownPeriods } from '~/features/contributions/reviews/over-time'
import { findReviewFigures } from '~/features/contributions/reviews/review-figures.server'
import { addDays, utcToday } from '~/http/utc-day'
import { makeChangeLog, makeDeal, makeFollowUp, makePurchase, makeReview } from '../factories'

const at = (day: string, time = '12:00:00') => new Date(`${day}T${time}Z`)
const monthsLater = (day: string, months: number) => {
  const date = new Date(day)
  date.setUTCMonth(date.getUTCMonth() + months)
  return date.toISOString().slice(0, 10)
}

test('a rating belongs to the time between the purchase and the day on which it was given', async () => {
  const deal = await makeDeal()
  const given: [day: string, time: string, period: string | null][] = [
    ['2025-01-09', '23:59:59', null],
    ['2025-01-10', '00:00:00', 'EARLY'],
    ['2025-04-09', '23:59:59', 'EARLY'],
    ['2025-04-10', '00:00:00', 'FIRST_YEAR'],
    ['2026-01-09', '23:59:59', 'FIRST_YEAR'],
    ['2026-01-10', '00:00:00', 'LATER'],
  ]
  for (const [day, time, period] of given) {
    const { user_id, id } = await makeReview({ deal_id: deal.id, status: 'APPROVED', created_at: at(day, time) })
    await makePurchase({ deal_id: deal.id, user_id: user_id!, bought_on: '2025-01-10' })
    const { periods } = (await findReviewFigures(deal.id)).overTime
    expect(periods, `${day} ${time}`).toEqual(period ? [{ period, count: 1, average: 5 }] : [])
    await db.deleteFrom('reviews').where('id', '=', id).execute()
  }
})

test('the figures are those of a recount of everything that readers can see', async () => {
  const [deal, other] = [await makeDeal(), await makeDeal()]
  let seed = 37
  const random = () => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed / 0x80000000
  }
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)]!
  const expected = { EARLY: [], FIRST_YEAR: [], LATER: [] } as Record<string, number[]>
  const checked: number[] = []
  const owners: string[] = []
  for (let index = 0; index < 60; index++) {
    const deal_id = pick([deal, deal, deal, other]).id
    const boughtOn = addDays('2022-01-01', Math.floor(random() * 300))
    const writtenOn = addDays(boughtOn, Math.floor(random() * 500))
    const status = pick(['APPROVED', 'APPROVED', 'APPROVED', 'PENDING'] as const)
    const rating = 1 + Math.floor(random() * 5)
    const review = await makeReview({ deal_id, status, rating, created_at: at(writtenOn) })
    const isBought = random() < 0.8
    const isChecked = isBought && random() < 0.5
    if (isBought) {
      const proof = isChecked ? { proof_status: 'CHECKED' as const, proof_decided_at: new Date() } : {}
      await makePurchase({ deal_id, user_id: review.user_id!, bought_on: boughtOn, ...proof })
    }
    const isCounted = deal_id === deal.id && status === 'APPROVED'
    const count = (stars: number, day: string) => {
      if (!isCounted || !isBought) return
      const period =
        day >= monthsLater(boughtOn, 12) ? 'LATER' : day >= monthsLater(boughtOn, 3) ? 'FIRST_YEAR' : 'EARLY'
      expected[period]!.push(stars)
    }
    count(rating, writtenOn)
    let newest = { day: writtenOn, rating, answer: '' }
    let hasAnsweredLate = false
    for (const months of [6, 12, 24, 36]) {
      if (random() < 0.4) continue
      const [stars, answer] = [1 + Math.floor(random() * 5), pick(['YES', 'SOMETIMES', 'NO', 'GONE'] as const)]
      const day = addDays(monthsLater(boughtOn, months), Math.floor(random() * 20))
      const answered = pick(['APPROVED', 'APPROVED', 'REJECTED', 'PENDING'] as const)
      await makeFollowUp({ review, months, rating: stars, answer, status: answered, created_at: at(day) })
      if (answered !== 'APPROVED') continue
      count(stars, day)
      newest = { day: day > newest.day ? day : newest.day, rating: day > newest.day ? stars : newest.rating, answer }
      hasAnsweredLate ||= months >= 12
    }
    if (isCounted && isChecked) checked.push(newest.rating)
    if (isCounted && hasAnsweredLate) owners.push(newest.answer)
  }
  const average = (stars: number[]) => stars.reduce((sum, rating) => sum + rating, 0) / stars.length
  const found = (await findReviewFigures(deal.id)).overTime
  expect(found.periods.map(({ period, count }) => [period, count])).toEqual(
    Object.entries(expected).map(([period, stars]) => [period, stars.length]),
  )
  for (const { period, average: shown } of found.periods) expect(shown).toBeCloseTo(average(expected[period]!), 9)
  expect(found.owners).toEqual({
    all: owners.length,
    using: owners.filter((answer) => answer === 'YES' || answer === 'SOMETIMES').length,
  })
  expect(found.checked.count).toBe(checked.length)
  expect(found.checked.average).toBeCloseTo(average(checked), 9)
})

test('figures of fewer than three are not shown, nor a single period', () => {
  const over = (counts: number[], owners: number, checked: number): OverTime => ({
    periods: (['EARLY', 'FIRST_YEAR', 'LATER'] as const).map((period, index) => ({
      period,
      count: counts[index]!,
      average: 4,
    })),
    owners: { all: owners, using: 1 },
    checked: { count: checked, average: checked ? 4 : null },
  })
  expect(shownPeriods(over([3, 2, 3], 0, 0)).map(({ period }) => period)).toEqual(['EARLY', 'LATER'])
  expect(shownPeriods(over([3, 2, 2], 0, 0))).toEqual([])
  expect(shownOwners(over([], 3, 0))).toEqual({ all: 3, using: 1 })
  expect(shownOwners(over([], 2, 0))).toBeUndefined()
  expect(shownChecked(over([], 0, 3))).toEqual({ count: 3, average: 4 })
  expect(shownChecked(over([], 0, 2))).toBeUndefined()
  expect(shownChecked(over([], 0, 0))).toBeUndefined()
})

test('the newest answer is told with how long the product has been owned, to readers and to the author', async () => {
  const review = await makeReview({ status: 'APPROVED', created_at: at('2024-01-01') })
  const bought_on = monthsLater(utcToday().replace(/\d\d$/, '01'), -14)
  const { id } = await makePurchase({ deal_id: review.deal_id, user_id: review.user_id!, bought_on })
  const told = async () => {
    const listed = await listOwnContributions(review.user_id!, 'decided', { limit: 5 })
    const own = listed.find(({ kind }) => kind === 'review')
    const [shown] = await listPersonReviews(review.user_id!, 1)
    const ofReview = describeOwnership(shown!)
    expect(own!.ownership ? describeOwnership(own!.ownership) : undefined).toBe(ofReview)
    return ofReview
  }
  expect(await told()).toBeUndefined()
  const answer = await makeFollowUp({ review, status: 'APPROVED', created_at: at('2025-01-01') })
  expect(await told()).toBe('Owned 14 months, still using')
  for (const [said, text] of [
    ['SOMETIMES', 'sometimes using'],
    ['NO', 'no longer using'],
    ['GONE', 'it no longer exists'],
  ] as const) {
    await db.updateTable('follow_ups').set({ answer: said }).where('id', '=', answer.id).execute()
    expect(await told()).toBe(`Owned 14 months, ${text}`)
  }
  await db.updateTable('purchases').set({ refunded_on: utcToday() }).where('id', '=', id).execute()
  expect(await told()).toBe('It no longer exists')
})

test('a deal without reviews has no figures', async () => {
  expect((await findReviewFigures((await makeDeal()).id)).overTime).toEqual({
    periods: [],
    owners: { all: 0, using: 0 },
    checked: { count: 0, average: null },
  })
})

test('the figures of the Change Log count verified changes and name the latest one', async () => {
  const deal_id = (await makeDeal()).id
  expect(await findChangeFigures(deal_id)).toEqual({ all: 0, affecting: 0, latest: null })
  await makeChangeLog({ deal_id, status: 'APPROVED', affects_owners: 'YES', moderated_at: at('2026-03-01') })
  const latest = await makeChangeLog({ deal_id, status: 'APPROVED', moderated_at: at('2026-04-01') })
  await makeChangeLog({ deal_id, affects_owners: 'YES' })
  await makeChangeLog({ status: 'APPROVED' })
  expect(await findChangeFigures(deal_id)).toEqual({
    all: 2,
    affecting: 1,
    latest: { id: latest.id, title: latest.title, verified_at: at('2026-04-01') },
  })
})
