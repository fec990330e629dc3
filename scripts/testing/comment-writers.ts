import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const PAUSE_MS = 40
/** The daily limit of comments per person. */
const COMMENTS_PER_PERSON = 20

/** Posts comments continuously, `count` at a time, and collects the bodies that the site acknowledged. */
export function startCommentWriters(page: URL, cookies: string[], count: number) {
  const acknowledged = new Set<string>()
  let [posted, isOver] = [0, false]

  async function write() {
    while (!isOver) {
      const Cookie = cookies[Math.floor(posted++ / COMMENTS_PER_PERSON)]
      if (!Cookie) throw new Error('There are not enough people for so many comments.')
      const body = `A comment of its own: ${randomUUID()}`
      const init = {
        method: 'POST',
        redirect: 'manual',
        headers: { Cookie },
        body: new URLSearchParams({ body }),
      } as const
      const answer = await fetch(page, { ...init, signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => {})
      if (answer?.status === 302 || answer?.status === 303) acknowledged.add(body)
      await sleep(PAUSE_MS)
    }
  }

  const writers = Promise.all(Array.from({ length: count }, write))
  writers.catch(() => {})
  return {
    acknowledged,
    async stop() {
      isOver = true
      await writers
    },
  }
}
