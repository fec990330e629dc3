import { classes } from './classes'

/** HTML that the server made from Markdown, which allows no HTML of its own. */
export function MarkdownText({ html, className }: { html: string; className?: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: see above
  return <div className={classes('prose', className)} dangerouslySetInnerHTML={{ __html: html }} />
}
