/** One query measured several times, in milliseconds. */
export type Timing = { group: string; name: string; p50: number; max: number }

/** A row of the result table. `floor` is the comparison measured in the same run, `goal` what `ratio` has to reach. */
export type Measurement = { what: string; ours: string; floor?: string; ratio?: number; goal?: string; isMet?: boolean }

/** Limits in milliseconds. */
export type QueryGoal = { p95: number; max: number }

/** Prints the slowest queries of each group and returns the percentiles of all of them as one row. */
export function judgeTimings(what: string, timings: Timing[], { p95, max }: QueryGoal): Measurement {
  printTimings(`${what}, through the app's own functions`, timings, max)
  const sorted = timings.map(({ p50 }) => p50).sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1]!
  return {
    what: `${what.toLowerCase()}, ${timings.length} of them`,
    ours: [`p50 ${at(0.5).toFixed(1)} ms`, `p95 ${at(0.95).toFixed(1)} ms`, `max ${at(1).toFixed(0)} ms`].join(', '),
    goal: `p95 <= ${p95} ms, max <= ${max} ms`,
    isMet: at(0.95) <= p95 && at(1) <= max,
  }
}

function printTimings(title: string, timings: Timing[], goal: number) {
  console.log(`\n${title}`)
  for (const [group, members] of Object.entries(Object.groupBy(timings, (timing) => timing.group))) {
    const sorted = members!.toSorted((a, b) => b.p50 - a.p50)
    const over = sorted.filter(({ p50 }) => p50 > goal)
    console.log(`\n  ${group}: ${sorted.length} queries, ${over.length} over ${goal} ms`)
    printRows(
      ['', 'p50 ms', 'max ms', ''],
      sorted
        .slice(0, over.length > 12 ? 30 : 12)
        .map(({ name, p50, max }) => [
          name,
          p50.toFixed(1),
          max.toFixed(1),
          p50 > goal ? 'OVER' : max > goal ? 'max over' : '',
        ]),
    )
  }
}

export function printMeasurements(measurements: Measurement[]) {
  console.log('\nResult')
  printRows(
    ['', 'ours', 'floor', 'ratio', 'goal', ''],
    measurements.map(({ what, ours, floor = '', ratio, goal = '', isMet }) => [
      what,
      ours,
      floor,
      ratio === undefined ? '' : ratio.toFixed(2),
      goal,
      isMet === undefined ? '' : isMet ? 'met' : 'MISSED',
    ]),
  )
}

function printRows(head: string[], rows: string[][]) {
  const widths = head.map((title, i) => Math.max(title.length, ...rows.map((row) => row[i]!.length)))
  for (const row of [head, ...rows]) {
    console.log(
      `    ${row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  ')}`.trimEnd(),
    )
  }
}
