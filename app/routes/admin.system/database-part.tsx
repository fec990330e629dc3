import { formatSize } from '~/features/operations/system-text'
import { Table } from '~/ui/table'
import { Section } from './section'

type Database = {
  version: string
  bytes: number
  connections: number
  most: number
  tables: { name: string; bytes: number }[]
  migration: string | null
}

export function DatabasePart({ database }: { database: Database | null }) {
  return (
    <Section id="database" title="Database" isRead={database !== null}>
      <p className="muted">
        {`PostgreSQL ${database?.version}, ${database?.connections} of ${database?.most} connections in use. Newest migration: ${database?.migration}.`}
      </p>
      <Table label="The largest tables" stack="records">
        <thead>
          <tr>
            <th scope="col">Largest tables</th>
            <th scope="col">Size with indexes</th>
          </tr>
        </thead>
        <tbody>
          {database?.tables.map(({ name, bytes }) => (
            <tr key={name}>
              <td className="strong">{name}</td>
              <td>{formatSize(bytes)}</td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Section>
  )
}
