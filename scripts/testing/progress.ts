/** Where the output is no terminal, the progress is a line of its own now and then. */
const LINE_INTERVAL_MS = 20_000

/** Shows how far a suite is: one line that is written again and again on a terminal. */
export function startProgress(name: string) {
  let lastLine = performance.now()

  function show(text: string) {
    const line = `   ${name}: ${text}`
    if (process.stdout.isTTY) process.stdout.write(`\r\x1b[2K${line.slice(0, process.stdout.columns)}`)
    else if (performance.now() - lastLine > LINE_INTERVAL_MS) {
      lastLine = performance.now()
      console.log(line)
    }
  }

  return {
    show,
    end() {
      if (process.stdout.isTTY) process.stdout.write('\r\x1b[2K')
    },
  }
}
