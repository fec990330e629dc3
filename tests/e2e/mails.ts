import fs from 'node:fs'
import path from 'node:path'
import { listQueuedMails, sendQueuedMails } from '#tests/jobs'

/** The mails about accounts that are queued for an address, oldest first. */
export async function queuedFor(email: string) {
  return (await listQueuedMails()).filter((mail) => mail.email === email)
}

/** Sends the waiting mails and returns the link in the one to an address. */
export async function openMail(email: string) {
  await sendQueuedMails()
  const folder = path.resolve(process.env.DATA_DIR!, 'mail')
  const sources = fs.readdirSync(folder).map((name) => fs.readFileSync(path.join(folder, name), 'utf8'))
  const links = sources
    .filter((text) => text.includes(`To: ${email}`))
    .map((text) => text.replace(/=\r?\n/g, '').replace(/=3D/g, '='))
    .flatMap((text) => text.match(/http\S+\?token=[\w-]{43}/)?.[0] ?? [])
  return links[0]!
}
