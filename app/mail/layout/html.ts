import { escapeHtml } from '~/http/escape'
import type { Contents, FinePrint } from './blocks'
import { blockHtml, print } from './html-blocks'
import { GREEN, MUTED, STYLE_BLOCK, sans, serif } from './styles'

const HEAD = [
  '<meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark">',
  '<meta name="supported-color-schemes" content="light dark">',
  '<meta name="x-apple-disable-message-reformatting">',
  '<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">',
].join('\n')

const HIDDEN =
  'display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px;color:#f0f4ef;opacity:0;'
const MARK = `width:30px;height:30px;background:${GREEN};border-radius:6px;border-bottom:3px double #e3b85c;${serif('700 19px/27px', '#ffffff')}`
const TABLE = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** The HTML part of a mail: one card 600 pixels wide, without pictures, in tables because Outlook knows nothing else. */
export function renderHtml({ subject, preview, blocks, finePrint }: Contents, site: { name: string; url: string }) {
  const url = escapeHtml(site.url)
  const name = escapeHtml(site.name)
  const host = `${name}, ${finePrintLink(site.url, new URL(site.url).host)}`
  return `<!doctype html>
<html lang="en">
<head>
${HEAD}
<title>${escapeHtml(subject)} | ${name}</title>
<style>${STYLE_BLOCK}</style>
</head>
<body class="bg" style="margin:0;padding:0;background:#f0f4ef;-webkit-text-size-adjust:100%;">
<div style="${HIDDEN}" aria-hidden="true">${print(preview)}</div>
${TABLE} class="bg" width="100%" style="background:#f0f4ef;"><tr><td class="outer" align="center" style="padding:24px 12px;">
${TABLE} width="600" style="width:100%;max-width:600px;">
<tr><td class="pad" role="banner" style="padding:8px 32px 18px;">${TABLE}><tr><td align="center" valign="middle" width="30" height="30" style="${MARK}" aria-hidden="true">${escapeHtml([...site.name][0] ?? '')}</td><td style="padding-left:10px;"><a href="${url}" class="ink" style="${serif('600 20px/1.2')}text-decoration:none;letter-spacing:-0.2px;">${name}</a></td></tr></table></td></tr>
<tr><td class="card pad" role="main" style="background:#ffffff;border:1px solid #dae3da;border-radius:8px;padding:32px;">
${blocks.map((block, index) => blockHtml(block, index === blocks.length - 1)).join('\n')}
</td></tr>
<tr><td class="pad" role="contentinfo" style="padding:20px 32px 8px;">
${[...finePrint.map((sentences) => sentences.map(finePrintHtml).join(' ')), host].map(finePrintParagraph).join('\n')}
</td></tr>
</table></td></tr></table>
</body>
</html>
`
}

const finePrintParagraph = (html: string) =>
  `<p class="mut" style="margin:0 0 10px;${sans('400 13px/1.55', MUTED)}">${html}</p>`

const finePrintLink = (url: string, label: string) =>
  `<a href="${escapeHtml(url)}" class="mut" style="color:${MUTED};text-decoration:underline;">${escapeHtml(label)}</a>`

function finePrintHtml({ text = '', link, after = '' }: FinePrint) {
  if (!link) return print(text)
  return `${text && `${print(text)} `}${finePrintLink(link.url, link.label)}${print(after)}.`
}
