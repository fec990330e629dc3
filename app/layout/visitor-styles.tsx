import { createContext, useContext } from 'react'

/** The text of visitors.css. Only the server has it: documents of visitors are not hydrated. */
export const VisitorStylesContext = createContext('')

/**
 * The whole style sheet within the document. Most visitors come from a search engine and see one page first, which is drawn
 * a third earlier when it does not wait for a second answer.
 */
export function VisitorStyles() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <style dangerouslySetInnerHTML={{ __html: useContext(VisitorStylesContext) }} />
}
