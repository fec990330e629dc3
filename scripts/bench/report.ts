/** Milliseconds of one thing measured several times. */
export type Timing = { group: string; name: string; p50: number; max: number }

/** A line of the table at the end; `floor` is what the same machine does at best, `goal` what the ratio has to reach. */
export type Figure = { what: string; ours: string; floor?: string; ratio?: number; goal?: string; isMet?: boolean }

/** Prints the slowest of every group, and says in one line how many are in time. */
export function judgeTimings(what: string, timings: Timing[], goal: number): Figure {
  printTimings(`${what}, through the app's own functions`, timings, goal)
  const met = timings.filter(({ p50 }) => p50 <= goal).length
  const slowest = Math.max(...timings.map(({ p50 }) => p50))
  return {
    what: what.toLowerCase(),
    ours: `${met} of ${timings.length} in time, slowest p50 ${slowest.toFixed(0)} ms`,
    goal: `all <= ${goal} ms`,
    isMet: met === timings.length,
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

export function printFigures(figures: Figure[]) {
  console.log('\nResult')
  printRows(
    ['', 'ours', 'floor', 'ratio', 'goal', ''],
    figures.map(({ what, ours, floor = '', ratio, goal = '', isMet }) => [
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
