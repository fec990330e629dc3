import { pluralize } from '~/ui/pluralize'
import { Table } from '~/ui/table'
import { Section } from './section'

type ProcessPartProps = {
  program: { version: string; node: string; since: string }
  processes: { place: string; web: number; workers: number; since: string }[] | null
}

export function ProcessPart({ program, processes }: ProcessPartProps) {
  return (
    <Section id="processes" title="Processes" isRead={processes !== null}>
      <p className="muted">{`Version ${program.version} on Node ${program.node}. The process that answers runs for ${program.since}.`}</p>
      <Table label="Processes by the address from which they use the database" stack="records">
        <thead>
          <tr>
            <th scope="col">Machine</th>
            <th scope="col">Web processes</th>
            <th scope="col">Job workers</th>
            <th scope="col">Connected</th>
          </tr>
        </thead>
        <tbody>
          {processes?.map(({ place, web, workers, since }) => (
            <tr key={place}>
              <td className="strong">{place}</td>
              <td>{pluralize(web, 'web process', 'web processes')}</td>
              <td>{pluralize(workers, 'job worker')}</td>
              <td>{`for ${since}`}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
