/** What members submit to a deal. The names are those of the queue. */
export type ContributionKind = 'review' | 'comment' | 'change_log'

/** "review of Quillstack", to go on a sentence. */
export function contributionOn(kind: ContributionKind, deal: string) {
  switch (kind) {
    case 'review':
      return `review of ${deal}`
    case 'comment':
      return `comment on ${deal}`
    case 'change_log':
      return `change report on ${deal}`
  }
}
