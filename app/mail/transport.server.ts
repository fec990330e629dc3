import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { env } from '~/env.server'

export type Mail = { to: string; subject: string; text: string; html: string; link?: string }

type Failure = Error & { code?: string; responseCode?: number }

/** Why a mail was not sent, and whether it may have arrived all the same. */
export class MailError extends Error {
  constructor(
    override readonly cause: Failure,
    readonly mayHaveArrived: boolean,
  ) {
    super(cause.message, { cause })
  }

  /**
   * The answer by which the mail server refused this mail for good: its sender, its recipient or its content. Undefined
   * for what may pass, and for a server that takes no mail at all, such as one that does not know our password.
   */
  get refusal(): number | undefined {
    const { code, responseCode = 0 } = this.cause
    const isAboutTheMail = code === 'EENVELOPE' || code === 'EMESSAGE'
    return isAboutTheMail && responseCode >= 500 && responseCode < 600 ? responseCode : undefined
  }
}

/**
 * Hands a mail to the server at SMTP_URL, or writes it below DATA_DIR/mail and its link on the console.
 *
 * @throws MailError
 */
export async function deliver(mail: Mail) {
  const { link, to, ...content } = mail
  const host = new URL(env.SITE_URL).hostname
  const message = {
    ...content,
    // An object, so that nothing in an address is read as a second one.
    to: { name: '', address: to },
    from: {
      name: env.SITE_NAME,
      address: env.MAIL_FROM ?? `no-reply@${host.includes('.') ? host : 'localhost.invalid'}`,
    },
    messageId: `<${randomUUID()}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  if (env.SMTP_URL) return send(env.SMTP_URL, message)
  await write(message, link)
}

async function send(url: string, message: object) {
  const { hostname } = new URL(url)
  const isLoopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
  // The client logs a message's end when all of it is on its way: from then on silence is no proof of failure.
  let isHandedOver = false
  const logger = {
    info: (entry: { tnx?: string }) => {
      if (entry.tnx === 'message') isHandedOver = true
    },
    trace() {},
    debug() {},
    warn() {},
    error() {},
    fatal() {},
  }
  const transport = nodemailer.createTransport({
    url,
    requireTLS: !isLoopback,
    tls: { rejectUnauthorized: !isLoopback },
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    logger: logger as never,
  })
  try {
    await transport.sendMail(message)
  } catch (error) {
    const wasAnswered = (error as Failure).responseCode !== undefined
    throw new MailError(error as Failure, isHandedOver && !wasAnswered)
  } finally {
    transport.close()
  }
}

async function write(message: object, link: string | undefined) {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message: source } = await transport.sendMail(message)
  const folder = path.resolve(env.DATA_DIR, 'mail')
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`
  await fs.writeFile(path.join(folder, name), source as Buffer, { mode: 0o600 })
  console.log(
    `No SMTP_URL is set: the email is in ${path.join(env.DATA_DIR, 'mail', name)}${link ? `\n  ${link}` : ''}`,
  )
}
