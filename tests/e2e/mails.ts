import fs from 'node:fs'
import path from 'node:path'
import { listQueuedMails } from '#tests/jobs'
import { sendMail } from '~/features/people/mails/mail-task.server'

/** The mails about accounts that are queued for an address, oldest first. */
export async function queuedFor(email: string) {
  return (await listQueuedMails()).map(({ payload }) => payload).filter((job) => job.email === email)
}

/** Sends the last mail queued for an address and returns the link in it. */
export async function openMail(email: string) {
  await sendMail((await queuedFor(email)).at(-1)!)
  const folder = path.resolve(process.env.DATA_DIR!, 'mail')
  const sources = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
  const links = sources
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
    .flatMap((text) => text.match(/http\S+\?token=[\w-]{43}/)?.[0] ?? [])
  return links[0]!
}
