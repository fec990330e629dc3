import { pluralize } from '~/ui/pluralize'

/** Members whom a change notifies. No one is in both groups. */
export type RecipientCounts = { owners: number; followers: number }

/** "Tells 212 owners within the hour if it affects them, and 340 followers in their next mail." */
export function describeRecipients({ owners, followers }: RecipientCounts) {
  const toOwners = owners > 0 ? `${pluralize(owners, 'owner')} within the hour if it affects them` : ''
  const toFollowers = followers > 0 ? `${pluralize(followers, 'follower')} in their next mail` : ''
  if (!toOwners && !toFollowers) return 'Nobody owns or follows it yet, so nobody is told.'
  return `Tells ${[toOwners, toFollowers].filter(Boolean).join(', and ')}.`
}
