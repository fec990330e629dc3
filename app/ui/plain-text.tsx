type Block = { line: number; text: string; entries?: string[] }

/** What somebody typed, as paragraphs. Nothing in it is markup. */
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

/** Empty lines part paragraphs, and lines that all begin with "- " are a list. Other line breaks stay where they are. */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let wasEmpty = true
  for (const [line, raw] of text.replace(/\r\n?/g, '\n').split('\n').entries()) {
    const words = raw.trim()
    const entry = /^[-*•] +(.+)$/.exec(words)?.[1]
    const last = blocks.at(-1)
    if (words && entry && last?.entries && !wasEmpty) last.entries.push(entry)
    else if (words && entry) blocks.push({ line, text: '', entries: [entry] })
    else if (words && last && !last.entries && !wasEmpty) last.text += `\n${words}`
    else if (words) blocks.push({ line, text: words })
    wasEmpty = !words
  }
  return blocks
}
