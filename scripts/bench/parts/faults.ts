import { KILL_KINDS, type KillKind, killUnderWrites } from '../../testing/kill-under-writes'
import { RESTART_KINDS, restartUnderReads } from '../../testing/restart-under-reads'
import type { Measurement } from '../report'

const RESTART_ROUNDS = 10
const KILL_RECOVERY_GOAL_MS = 5_000
const RESTART_RECOVERY_GOAL_MS = 2_000
/** The least time between two kills: the supervisor gives up on a database that dies five times in a minute. */
const KILL_INTERVAL_MS = 16_000

/** Kills the site's processes during writes, and restarts the database during reads. */
export async function measureFaults(rounds: number): Promise<Measurement[]> {
  return [...(await measureKills(rounds)), ...(await measureRestarts(RESTART_ROUNDS))]
}

const takeTurns = <Kind>(kinds: readonly Kind[], rounds: number) =>
  Array.from({ length: rounds }, (_, round) => kinds[round % kinds.length]!)

async function measureKills(rounds: number): Promise<Measurement[]> {
  const kinds = takeTurns(KILL_KINDS, rounds)
  const { recoveries, acknowledged, lost, duplicated } = await killUnderWrites(kinds, KILL_INTERVAL_MS)
  const slowest = (kind: KillKind) => Math.max(...recoveries.filter((one) => one.kind === kind).map(({ ms }) => ms))
  const times = KILL_KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => `${kind} ${(slowest(kind) / 1_000).toFixed(1)}`,
  )
  return [
    {
      what: `kill -9, ${rounds} rounds: acknowledged writes lost or duplicated`,
      ours: `${lost} and ${duplicated} of ${acknowledged}`,
      goal: 'none',
      isMet: lost + duplicated === 0,
    },
    {
      what: 'the same: slowest return in seconds',
      ours: times.join(', '),
      goal: `<= ${KILL_RECOVERY_GOAL_MS / 1_000}, a start for everything`,
      isMet: recoveries.every(({ kind, ms }) => kind === 'everything' || ms <= KILL_RECOVERY_GOAL_MS),
    },
  ]
}

async function measureRestarts(rounds: number): Promise<Measurement[]> {
  const { recoveries, statuses, hasSamePids } = await restartUnderReads(takeTurns(RESTART_KINDS, rounds))
  const slowest = Math.max(...recoveries.map(({ ms }) => ms))
  const others = Object.entries(statuses).filter(([status]) => status !== '200' && status !== '503')
  return [
    {
      what: `database restarted, ${rounds} rounds: slowest return after it`,
      ours: `${(slowest / 1_000).toFixed(1)} s`,
      goal: `<= ${RESTART_RECOVERY_GOAL_MS / 1_000} s`,
      isMet: slowest <= RESTART_RECOVERY_GOAL_MS,
    },
    {
      what: 'the same: responses other than 200 and 503; web processes that ended',
      ours: `${others.map(([status, count]) => `${count} of ${status}`).join(', ') || 'none'}; ${hasSamePids ? 'none' : 'some'}`,
      goal: 'none',
      isMet: others.length === 0 && hasSamePids,
    },
  ]
}
