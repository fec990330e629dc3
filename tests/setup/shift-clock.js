// Preloaded into the built app by tests: sets the wall clock forward or back by the milliseconds in a message, as the
// administrator of a machine or a time server would. Timers and performance.now() go on, as with a real clock.
let shift = 0
const RealDate = Date

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length === 0) super(RealDate.now() + shift)
    else super(...given)
  }
  static now() {
    return RealDate.now() + shift
  }
}

process.on('message', (message) => {
  if (typeof message?.shift !== 'number') return
  shift = message.shift
  process.send({ shifted: shift })
})
