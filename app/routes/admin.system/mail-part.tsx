import { Table } from '~/ui/table'
import { Section } from './section'

type Mail = { id: string; kind: string; status: string; failures: number; to: string; at: string }

const STATUS: Record<string, string> = {
  WAITING: 'Waiting',
  SENT: 'Sent',
  FAILED: 'Given up',
  DROPPED: 'Not needed any more',
}
const KINDS: Record<string, string> = { ALERT: 'Alert', DIGEST: 'Digest', REMINDER: 'Reminder' }

export function MailPart({ mails }: { mails: { failed: number; mails: Mail[] } | null }) {
  return (
    <Section id="mails" title="Mails to members" isRead={mails !== null}>
      {mails?.mails.length === 0 ? (
        <p className="muted">None was planned yet. Mails about accounts are jobs, see above.</p>
      ) : (
        <Table label="The newest mails, the latest first" stack="records">
          <thead>
            <tr>
              <th scope="col">Mail</th>
              <th scope="col">To</th>
              <th scope="col">State</th>
              <th scope="col">Planned</th>
            </tr>
          </thead>
          <tbody>
            {mails?.mails.map(({ id, kind, to, status, failures, at }) => (
              <tr key={id}>
                <td className="strong">{KINDS[kind] ?? kind}</td>
                <td>
                  <bdi>{to}</bdi>
                </td>
                <td>{`${STATUS[status] ?? status}${failures > 0 ? `, failed attempts: ${failures}` : ''}`}</td>
                <td>{at}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      )}
    </Section>
  )
}
