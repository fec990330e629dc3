export type Link = { label: string; url: string }

/** One dated line of a digest. */
export type Item = {
  /** "2026-11-22" */
  day: string
  title: string
  url: string
  /** What happened; a price that changed is drawn as such. */
  text: string | { was: string; now: string }
  /** Below it, such as when it was verified. */
  note?: string
}

export type Outcome = {
  /** "Published", or in red "Not published". */
  label: string
  isBad: boolean
  title: string
  text: string
  url: string
  /** The words of a second link to the same address. */
  action?: string
}

/** What a mail is made of. Each block has a form in HTML and one in plain text. */
export type Block =
  /** A line in red above the heading. */
  | { kind: 'alarm'; text: string }
  /** The plain text leaves out a heading that repeats the subject. */
  | { kind: 'heading'; text: string }
  | { kind: 'paragraph'; text: string; isMuted?: boolean }
  /** What somebody wrote, with its line breaks. */
  | { kind: 'quote'; text: string }
  | { kind: 'button'; link: Link }
  /** Answers to pick from, one below the other. */
  | { kind: 'choices'; links: Link[] }
  /** The address of the button in full, for programs that do not open it. HTML only. */
  | { kind: 'address'; url: string }
  | { kind: 'facts'; rows: MailFact[] }
  | { kind: 'change'; was: string; now: string; nowLabel: string }
  | { kind: 'section'; title: string; items?: Item[] }
  /** What was decided on several things. */
  | { kind: 'outcomes'; items: Outcome[] }
  /** What the reader wrote themselves. HTML only. */
  | { kind: 'own review'; day: string; rating: number; title: string }

/** A sentence below the card, perhaps ending with a link: "You chose weekly. [Get it never], without signing in." */
export type FinePrint = { text?: string; link?: Link; after?: string }

export type Contents = {
  /** Without the name of the site. */
  subject: string
  /** Shown by mail programs beside the subject. */
  preview: string
  blocks: Block[]
  /** Paragraphs of sentences. */
  finePrint: FinePrint[][]
}

/** An email address is checked before, and is plain in the text part, so that it can be copied. */
export type MailFact = [label: string, value: string, kind?: 'email']
