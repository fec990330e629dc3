import { CsvError } from 'csv-parse'

/** The file as a whole cannot be imported. The message is shown to the person who imports it. */
export class UnreadableFile extends Error {}

/** Turns an error of the CSV parser into an UnreadableFile. Returns other errors unchanged. */
export function explainParserError(error: unknown) {
  if (!(error instanceof CsvError)) return error
  const where = `Row ${Number(error.records) + 1} (line ${Number(error.lines)})`
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return new UnreadableFile(`${where}: a quote is opened and never closed.`)
    case 'CSV_INVALID_CLOSING_QUOTE':
      return new UnreadableFile(
        `${where}: text follows a closing quote, or a quote before it was never closed. ` +
          'Inside a quoted cell, write a quote twice.',
      )
    case 'INVALID_OPENING_QUOTE':
      return new UnreadableFile(
        `${where}: there is a quote in a cell that is not quoted. Put the cell in quotes and write the quote twice.`,
      )
    case 'CSV_MAX_RECORD_SIZE':
      return new UnreadableFile(`${where}: the row is far too long. A quote in it is probably never closed.`)
    default:
      return new UnreadableFile(`${where}: ${error.message}`)
  }
}
