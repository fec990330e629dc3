import { createContext, useContext } from 'react'

/** The text of visitors.css. Only the server has it: documents of visitors are not hydrated. */
export const VisitorStylesContext = createContext('')

/** The whole style sheet within the document: a first page is drawn earlier when it does not wait for a second response. */
export function VisitorStyles() {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <style dangerouslySetInnerHTML={{ __html: useContext(VisitorStylesContext) }} />
}
