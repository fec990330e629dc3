/** The palette of the light theme. There is no dark picture. */
export const COLORS = {
  cover: '#0a3b2b',
  line: '#1f6b50',
  paper: '#f1f7f2',
  quiet: '#b4cfc0',
  gilt: '#e3b85c',
  seal: '#0d4a36',
}

/** The guilloche behind the seal. */
export function rosette() {
  const ellipses = (rx: number, ry: number, count: number) =>
    Array.from(
      { length: count },
      (_, i) => `<ellipse rx="${rx}" ry="${ry}" transform="rotate(${((180 / count) * i).toFixed(1)})"/>`,
    ).join('')
  return `<g transform="translate(956 262)" fill="none" stroke="${COLORS.line}" stroke-width="1.2">${ellipses(330, 190, 18)}${ellipses(216, 118, 20)}</g>`
}

const STAR = `<path transform="translate(956 206)" fill="${COLORS.gilt}" d="M0-20l5.9 12 13.2 1.9-9.5 9.3 2.2 13.1L0 10.1-11.8 16.3l2.2-13.1-9.5-9.3L-5.9-8z"/>`
const CHECK = `<path d="M914 264l30 30 58-64" fill="none" stroke="${COLORS.gilt}" stroke-width="13" stroke-linecap="round" stroke-linejoin="round"/>`

/** The disc with a star above the rating, or with a check mark for deals without reviews. */
export function seal(hasRating: boolean) {
  return [
    `<circle cx="956" cy="262" r="112" fill="${COLORS.seal}" stroke="${COLORS.gilt}" stroke-width="2"/>`,
    `<circle cx="956" cy="262" r="104" fill="none" stroke="${COLORS.gilt}" stroke-width="2"/>`,
    hasRating ? STAR : CHECK,
  ].join('')
}

/** The mark of the logo, as in the favicon. */
export function mark() {
  return `<g transform="translate(88 78) scale(1.5)"><rect width="32" height="32" fill="#0f6b4d" rx="7"/><path fill="#fff" d="M9.8 4.96q.33 0 .42.11.08.1.08.43v12.16q0 .38-.11.48-.12.1-.49.1H8q-.23 0-.28.09-.06.09-.06.31v1.44q0 .35.11.44.11.08.42.08H23.8q.37 0 .45-.11.07-.12.07-.48v-6.32q0-.27-.1-.33-.11-.06-.37-.06h-1.27q-.29 0-.33.08t-.06.36q-.03 1.66-.48 2.65-.44.98-1.35 1.41-.91.44-2.38.44h-3.01q-.35 0-.45-.1t-.1-.46V5.44q0-.32.12-.4t.43-.08h1.81q.31 0 .43-.07.11-.08.11-.42V3.1q0-.34-.11-.42-.1-.08-.43-.08H8.15q-.32 0-.4.09-.09.09-.09.43v1.41q0 .28.08.36.08.07.33.07Z"/><path stroke="${COLORS.gilt}" stroke-width="2" d="M6.5 24.2h19M6.5 28h19"/></g>`
}
