import { createPublicKey } from 'node:crypto'
import { Resolver } from 'node:dns/promises'
import { getDomain } from 'tldts'

/**
 * A requirement for public sites. `problem` says what is wrong and how to fix it; undefined if it is met. `note` says why
 * it could not be checked.
 */
export type DeployCheck = { name: string; problem?: string; note?: string }

type Sender = { domain: string; selector?: string; privateKey?: string }
/** The TXT records of a name, each in parts, as `resolveTxt` of Node gives them. */
type ResolveTxt = (name: string) => Promise<string[][]>
type ReadTxt = (name: string) => Promise<string[]>

const dns = new Resolver({ timeout: 3_000, tries: 2 })

/** Whether the DNS says who may send mails of this domain, which most receivers ask for. */
export async function checkSenderDomain(sender: Sender, resolve: ResolveTxt = (name) => dns.resolveTxt(name)) {
  const readTxt = makeReader(resolve)
  const checks: [string, Promise<Omit<DeployCheck, 'name'>>][] = [
    ['SPF', checkSpf(sender, readTxt)],
    ['DKIM', checkDkim(sender, readTxt)],
    ['DMARC', checkDmarc(sender, readTxt)],
  ]
  return Promise.all(
    checks.map(async ([name, check]): Promise<DeployCheck> => {
      return { name, ...(await check.catch(({ message }: Error) => ({ problem: message }))) }
    }),
  )
}

function makeReader(resolve: ResolveTxt): ReadTxt {
  return async (name) => {
    try {
      return (await resolve(name)).map((parts) => parts.join(''))
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException
      if (code === 'ENOTFOUND' || code === 'ENODATA') return []
      throw new Error(`the DNS did not answer for ${name} (${code ?? message}). Try again`)
    }
  }
}

async function checkSpf({ domain }: Sender, readTxt: ReadTxt) {
  const records = (await readTxt(domain)).filter((text) => /^v=spf1( |$)/i.test(text))
  const example = 'v=spf1 include:spf.mail-provider.example -all'
  if (records.length === 0) {
    return { problem: `${domain} has no SPF record. Add a TXT record that names your mail server, such as: ${example}` }
  }
  if (records.length > 1) return { problem: `${domain} has ${records.length} SPF records, so none counts. Join them` }
  return / \+?all\b/i.test(records[0]!)
    ? { problem: `the SPF record of ${domain} lets every server send its mails. End it with -all or ~all` }
    : {}
}

async function checkDkim({ domain, selector, privateKey }: Sender, readTxt: ReadTxt) {
  if (!selector || !privateKey) {
    return { note: 'not checked, because DKIM_SELECTOR is not set. Make sure that the mail server signs mails' }
  }
  const name = `${selector}._domainkey.${domain}`
  const key = createPublicKey(privateKey).export({ type: 'spki', format: 'der' }).toString('base64')
  const record = `v=DKIM1; k=rsa; p=${key}`
  const published = (await readTxt(name)).flatMap((text) => /(?:^|;)\s*p\s*=([^;]*)/.exec(text)?.[1] ?? [])
  if (published.length === 0) return { problem: `there is no DKIM record at ${name}. Add a TXT record: ${record}` }
  return published.every((found) => found.replace(/\s/g, '') === key)
    ? {}
    : { problem: `the DKIM record at ${name} has another key than DKIM_KEY_FILE. Replace it by: ${record}` }
}

async function checkDmarc({ domain }: Sender, readTxt: ReadTxt) {
  const registrable = getDomain(domain, { allowPrivateDomains: true }) ?? domain
  // Without a record of its own, a subdomain has that of the registrable domain.
  for (const name of new Set([domain, registrable])) {
    const records = (await readTxt(`_dmarc.${name}`)).filter((text) => /^v=DMARC1\s*(;|$)/.test(text))
    if (records.length > 1) {
      return { problem: `_dmarc.${name} has ${records.length} DMARC records, so none counts. Remove all but one` }
    }
    if (records.length === 1) {
      return /;\s*p\s*=\s*(none|quarantine|reject)\b/i.test(records[0]!)
        ? {}
        : { problem: `the DMARC record at _dmarc.${name} has no policy. Add p=none, p=quarantine or p=reject` }
    }
  }
  const example = `v=DMARC1; p=none; rua=mailto:postmaster@${registrable}`
  return { problem: `${domain} has no DMARC record. Add a TXT record at _dmarc.${registrable}, such as: ${example}` }
}
