import { encode } from 'uqr'

/** Quiet zone around the code, in modules, as readers need it. */
const BORDER = 4

/** A QR code as the path of an SVG drawing whose unit is one module. */
export function drawQrCode(text: string) {
  const { data, size } = encode(text, { ecc: 'M', border: BORDER })
  const runs = data.flatMap((row, y) => rowRuns(row).map(([x, length]) => `M${x} ${y}h${length}v1h-${length}z`))
  return { size, path: runs.join('') }
}

/** Where the dark modules of a row begin and how many follow. */
function rowRuns(row: boolean[]) {
  const runs: [start: number, length: number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === x) last[1]++
    else runs.push([x, 1])
  }
  return runs
}
