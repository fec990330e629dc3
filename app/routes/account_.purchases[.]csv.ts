import type { LoaderFunctionArgs } from '@remix-run/node'
import { listOwnPurchases } from '~/features/contributions/purchases/own-purchases.server'
import { requireUser } from '~/features/people/accounts/guards.server'
import { respondWithFile, writeCsv } from '~/http/files.server'

const COLUMNS = [
  'deal',
  'vendor',
  'bought_on',
  'paid',
  'currency',
  'refunded_on',
  'money_back_until',
  'money_back_rule',
  'state',
  'refund_asked_on',
  'refund_outcome',
] as const

/** All purchases of the signed-in user as a CSV file, newest first. Suspended users may download theirs too. */
export async function loader({ request }: LoaderFunctionArgs) {
  const user = await requireUser(request)
  const chunks = writeCsv(COLUMNS, [await readRows(user.id)])
  return respondWithFile(request, { type: 'text/csv', chunks, saveAs: 'my-purchases.csv', isPrivate: true })
}

async function readRows(userId: string) {
  const purchases = await listOwnPurchases(userId)
  return purchases.map(({ title, vendor_name, moneyBack, marks, ...purchase }) => ({
    ...purchase,
    deal: title,
    vendor: vendor_name,
    money_back_until: moneyBack && moneyBack.days > 0 ? moneyBack.until : null,
    money_back_rule: moneyBack && (moneyBack.isPlatformRule ? 'platform' : 'deal'),
    state: marks.map(({ label }) => label).join(', '),
  }))
}
