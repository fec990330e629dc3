import { pluralize } from '~/ui/pluralize'

export function VendorNames({ names }: { names: { name: string; offers: number }[] }) {
  return (
    <ul className="names">
      {names.map(({ name, offers }) => (
        <li key={name}>
          <bdi>{name}</bdi>
          <span className="caption subtle nowrap">{offers === 0 ? 'No deals' : pluralize(offers, 'deal')}</span>
        </li>
      ))}
    </ul>
  )
}
