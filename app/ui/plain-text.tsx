type Block = { line: number; text: string; entries?: string[] }

/** Plain text from a member as paragraphs and lists; markup in it is shown as text. */
export function PlainText({ text }: { text: string }) {
  return blocksOf(text).map(({ line, text, entries }) =>
    entries ? (
      <ul key={line} dir="auto">
        {entries.map((entry) => (
          <li key={entry}>{entry}</li>
        ))}
      </ul>
    ) : (
      <p key={line} dir="auto" className="whitespace-pre-line">
        {text}
      </p>
    ),
  )
}

/**
 * Empty lines part paragraphs, and lines that all begin with "- " are a list. Other line breaks stay where they are.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let wasEmpty = true
  for (const [line, raw] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
    const content = raw.trim()
    const entry = /^[-*•] +(\S.*)$/.exec(content)?.[1]
    const last = blocks.at(-1)
    if (content && entry && last?.entries && !wasEmpty) last.entries.push(entry)
    else if (content && entry) blocks.push({ line, text: '', entries: [entry] })
    else if (content && last && !last.entries && !wasEmpty) last.text += `\n${content}`
    else if (content) blocks.push({ line, text: content })
    wasEmpty = !content
  }
  return blocks
}
