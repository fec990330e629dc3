import { pluralize } from '~/ui/pluralize'

/** Members whom a change notifies. No one is in both groups. */
export type RecipientCounts = { owners: number; followers: number }

/** "Notifies 212 owners within the hour if it affects them, and 340 followers in their next email." */
export function describeRecipients({ owners, followers }: RecipientCounts) {
  const toOwners = owners > 0 ? `${pluralize(owners, 'owner')} within the hour if it affects them` : ''
  const toFollowers = followers > 0 ? `${pluralize(followers, 'follower')} in their next email` : ''
  if (!toOwners && !toFollowers) return 'No one owns or follows it yet, so no one is notified.'
  return `Notifies ${[toOwners, toFollowers].filter(Boolean).join(', and ')}.`
}
