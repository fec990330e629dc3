import { Icon } from '~/ui/icon'

type MailRowProps = { heading: string; address: string; children: string }

/** A mailbox and what it is for; the whole row opens a new mail. */
export function MailRow({ heading, address, children }: MailRowProps) {
  return (
    <a href={`mailto:${address}`}>
      <h3>{heading}</h3>
      <p>
        <span className="link break-words">{address}</span>
        <span className="block mt-1">{children}</span>
      </p>
      <Icon name="arrow-up-right" />
    </a>
  )
}
