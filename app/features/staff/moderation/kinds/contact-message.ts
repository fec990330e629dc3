import type { KindSpec } from './kind-spec'

export const contactMessage: KindSpec = {
  segment: 'contact',
  rank: 7,
  icon: 'mail',
  label: 'Contact message',
  noun: 'contact message',
  shortNoun: 'message',
  title: 'Contact',
  preposition: 'from',
  approve: { label: 'Answered', done: 'marked as answered' },
  reject: { label: 'Spam', done: 'marked as spam', hasReason: false },
}
