const LETTERS: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', ł: 'l', þ: 'th', ı: 'i' }

/**
 * Text in lower case and without the accents of Latin, Greek and Cyrillic letters; other marks belong to their letter.
 */
export function foldCase(text: string): string {
  return text
    .replace(/[™®©℠]|\uFE0F|\u200D/g, ' ')
    .normalize('NFKD')
    .replace(/(\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic})\p{M}+/gu, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => LETTERS[letter]!)
}

/** Text without punctuation, as words. "Don't" is one word; "&" is the word that it stands for. */
export function foldWords(text: string): string {
  return foldCase(text)
    .replace(/(?<=\p{L})['’ʼ`](?=\p{L})/gu, '')
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}
