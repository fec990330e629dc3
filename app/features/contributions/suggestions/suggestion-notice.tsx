import { Notice } from '~/ui/notice'
import type { ShownSuggestion } from './draft-of-suggestion.server'

/** Above the editor of a new deal: what it is made of, and what saving does. */
export function SuggestionNotice({ suggestion: { member, body } }: { suggestion: ShownSuggestion }) {
  return (
    <Notice
      icon="file-pen-line"
      title={
        <>
          {'Suggested by '}
          {member ? <bdi>{member}</bdi> : 'a member'}
        </>
      }
      isLive={false}
      text={
        <>
          <q>{body}</q>
          {' Check what is filled in against the link. Saving accepts the suggestion and tells the member.'}
        </>
      }
    />
  )
}
