import { pluralize } from '~/ui/pluralize'

/** People whom a change is told to. Nobody is in both. */
export type ToldCounts = { owners: number; followers: number }

/** "Tells 212 owners within the hour if it affects them, and 340 followers in their next mail." */
export function describeTold({ owners, followers }: ToldCounts) {
  const toOwners = owners > 0 ? `${pluralize(owners, 'owner')} within the hour if it affects them` : ''
  const toFollowers = followers > 0 ? `${pluralize(followers, 'follower')} in their next mail` : ''
  if (!toOwners && !toFollowers) return 'Nobody owns or follows it yet, so nobody is told.'
  return `Tells ${[toOwners, toFollowers].filter(Boolean).join(', and ')}.`
}
