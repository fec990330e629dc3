import { db } from '~/db/database.server'
import { forgetOldRepeats } from '~/features/clicks/clicks.server'
import { addJob } from '~/jobs/queue.server'
import { forgetOldSearches } from './empty-searches.server'
import { addUpClicks, rollUpClicks } from './roll-up.server'
import { sumUpTallies } from './totals.server'
import { forgetOldVisitors } from './visitors.server'

/** From so many clicks on, the next ones are added up before the minute is over. */
const MANY = 200
const SOON = 2_000

/** Every minute: keeps what the analytics page adds up by itself short, and throws away what has had its time. */
export async function rollUpFigures() {
  await addUpSoon(await rollUpClicks())
  await sumUpTallies()
  await forgetOldRepeats()
  await forgetOldSearches()
  await forgetOldVisitors()
}

/** In between, while people click a lot. */
export async function addUpManyClicks() {
  await addUpSoon(await addUpClicks())
}

async function addUpSoon(clicks: number) {
  if (clicks < MANY) return
  await addJob(db, 'add_up_clicks', {}, { key: 'add_up_clicks', runAt: new Date(Date.now() + SOON) })
}
