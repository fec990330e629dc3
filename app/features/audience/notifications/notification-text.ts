import type { IconName } from '~/ui/icon'

/** The deal that a notification is about, as it is now. */
export type NotificationDeal = { slug: string; published: boolean } | null

/** How a notification reads and where it leads. */
export type NotificationText = {
  icon: IconName
  /** What it is about, above the title. */
  label: string
  /** Shown in red: it affects what the member bought. */
  isBad?: boolean
  title: string
  text: string
  path: string
  /** The button of one that asks for something. */
  action?: string
}
