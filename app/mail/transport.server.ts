import { randomUUID } from 'node:crypto'
import fs from 'node:fs/promises'
import path from 'node:path'
import nodemailer from 'nodemailer'
import { env, isLoopbackHost } from '~/env.server'
import { log } from '~/log.server'
import { defaultSender, site } from '~/site.server'

export type Mail = {
  to: string
  subject: string
  text: string
  html?: string
  link?: string
  /** Makes the Message-ID the same for every attempt, so that mail programs recognize a second copy. */
  id?: string
  /** For mails that are not about the account itself: the address that stops them. */
  unsubscribe?: string
  /** Where answers go instead of the sender. An object, so that nodemailer does not parse it as a list. */
  replyTo?: { name: string; address: string }
}

type Failure = Error & { code?: string; responseCode?: number; command?: string }

/** A failed delivery. `mayHaveArrived`: the connection was lost after the message was sent, so its outcome is unknown. */
export class MailError extends Error {
  constructor(
    override readonly cause: Failure,
    readonly mayHaveArrived: boolean,
  ) {
    super(cause.message, { cause })
  }

  /**
   * The 5xx code with which the server permanently rejected this mail's sender, recipient or content. Undefined for
   * temporary errors, and for a server that accepts no mail at all, for example because of a wrong password.
   */
  get rejectionCode(): number | undefined {
    const { code, responseCode = 0 } = this.cause
    const isAboutMail = code === 'EENVELOPE' || code === 'EMESSAGE'
    return isAboutMail && responseCode >= 500 && responseCode < 600 ? responseCode : undefined
  }

  /** Whether it permanently rejected the recipient, not the sender or the content. */
  get isRecipientRejected() {
    return this.rejectionCode !== undefined && this.cause.command === 'RCPT TO'
  }
}

/**
 * Sends a mail through SMTP_URL. Without it, writes the mail to DATA_DIR/mail; a local site also prints its link.
 *
 * @param connection one that is shared by several mails; without it, the mail has a connection of its own
 * @throws MailError
 */
export async function deliver(mail: Mail, connection?: MailConnection) {
  const { link, to, id = randomUUID(), unsubscribe, ...content } = mail
  const host = new URL(env.SITE_URL).hostname
  const message = {
    ...content,
    // An object, so that nodemailer does not parse the address as a list.
    to: { name: '', address: to },
    from: { name: site.name, address: senderAddress() },
    messageId: `<${id}@${host}>`,
    headers: { 'Auto-Submitted': 'auto-generated', ...(unsubscribe && ONE_CLICK) },
    ...(unsubscribe && { list: listHeaders(unsubscribe, host) }),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
  if (connection) return connection.send(message)
  if (!env.SMTP_URL) return write(message, link)
  const own = connect(env.SMTP_URL, { isKept: false })
  try {
    await own.send(message)
  } finally {
    own.close()
  }
}

/** The address that mails are from. */
export const senderAddress = () => site.mail_from ?? defaultSender()

/** RFC 8058: a mail program may unsubscribe by one POST to the address in List-Unsubscribe. */
const ONE_CLICK = { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

const listHeaders = (unsubscribe: string, host: string) => ({
  id: { url: `notifications.${host}`, comment: `Notifications of ${site.name}` },
  unsubscribe: { url: unsubscribe },
})

/** A connection to the mail server. It sends one mail after another; close it when the last one was sent. */
export type MailConnection = { send(message: object): Promise<void>; close(): void }

/** Opens a connection for several mails, with its first mail. Undefined without SMTP_URL, as mails are written then. */
export function openMailConnection(): MailConnection | undefined {
  return env.SMTP_URL === undefined ? undefined : connect(env.SMTP_URL, { isKept: true })
}

function transportSettings(url: string) {
  const isLoopback = isLoopbackHost(new URL(url).hostname)
  return { url, requireTLS: !isLoopback, tls: { rejectUnauthorized: !isLoopback } }
}

const VERIFY_TIMEOUT_MS = 5_000

/**
 * Connects and signs in to the mail server without sending anything.
 *
 * @throws MailError
 */
export async function verifyMailServer() {
  const transport = nodemailer.createTransport({
    ...transportSettings(env.SMTP_URL!),
    dnsTimeout: VERIFY_TIMEOUT_MS,
    connectionTimeout: VERIFY_TIMEOUT_MS,
    greetingTimeout: VERIFY_TIMEOUT_MS,
    socketTimeout: VERIFY_TIMEOUT_MS,
  })
  await transport.verify().catch((error: Failure) => {
    throw new MailError(error, false)
  })
}

function connect(url: string, { isKept }: { isKept: boolean }): MailConnection {
  // nodemailer logs when the whole message was sent. From then on, an error does not mean that it was not delivered.
  let isSent = false
  const logger = {
    info: (entry: { tnx?: string }) => {
      if (entry.tnx === 'message') isSent = true
    },
    trace() {},
    debug() {},
    warn() {},
    error() {},
    fatal() {},
  }
  const settings = {
    ...transportSettings(url),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 20_000,
    dkim: makeSigner(),
    logger: logger as never,
  }
  // By default a pool sends a mail again by itself when its connection was lost. Here the caller decides.
  const transport = isKept
    ? nodemailer.createTransport({ ...settings, pool: true, maxConnections: 1, maxRequeues: 0 })
    : nodemailer.createTransport(settings)
  return {
    async send(message) {
      isSent = false
      try {
        await transport.sendMail(message)
      } catch (error) {
        const hasResponse = (error as Failure).responseCode !== undefined
        throw new MailError(error as Failure, isSent && !hasResponse)
      }
    },
    close: () => transport.close(),
  }
}

/** The default of nodemailer lacks List-Unsubscribe-Post, which RFC 8058 wants signed. */
const SIGNED_HEADERS =
  'From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:Content-Transfer-Encoding:Auto-Submitted:List-ID:List-Unsubscribe:List-Unsubscribe-Post'

/** Signs mails (DKIM) for the domain of the sender. Undefined without a key. */
function makeSigner() {
  const { DKIM_SELECTOR: keySelector, DKIM_KEY: privateKey } = env
  if (!keySelector || !privateKey) return undefined
  const domainName = senderAddress().split('@').at(-1)
  return { domainName, keySelector, privateKey, headerFieldNames: SIGNED_HEADERS }
}

async function write(message: object, link: string | undefined) {
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  const { message: source } = await transport.sendMail(message)
  const folder = path.resolve(env.DATA_DIR, 'mail')
  await fs.mkdir(folder, { recursive: true, mode: 0o700 })
  const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}.eml`
  await fs.writeFile(path.join(folder, name), source as Buffer, { mode: 0o600 })
  if (isLoopbackHost(new URL(env.SITE_URL).hostname)) {
    console.log(
      `No SMTP_URL is set: the email is in ${path.join(env.DATA_DIR, 'mail', name)}${link ? `\n  ${link}` : ''}`,
    )
  } else if (!hasWarned) {
    // A link in the log of a public site would let its readers take over accounts.
    hasWarned = true
    log.warn('No SMTP_URL is set: emails are written to DATA_DIR/mail')
  }
}

let hasWarned = false
