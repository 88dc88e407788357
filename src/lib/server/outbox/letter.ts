type Part = { heading?: string; lines: readonly Line[] }
type Line = string | { text: string; href: string }
export type Letter = {
  /** Name of the sender. */
  from: string
  /** Colour of the association; absent: the program's own. */
  colour?: string
  title: string
  parts: readonly Part[]
  /** Link on which the reader continues. */
  link?: { text: string; href: string }
  /** Why one gets it, and where that is changed. */
  footer?: Line
}

/** Renders a mail twice: as plain text and as HTML. */
export const makeLetter = (of: Letter) => ({ text: asText(of), html: asHtml(of) })

const plain = (line: Line) => (typeof line === 'string' ? line : `${line.text} ${line.href}`)

function asText({ from, parts, link, footer }: Letter): string {
  const body = parts.map(({ heading, lines }) =>
    [...(heading ? [`【${heading}】`] : []), ...lines.map(plain)].join('\n'),
  )
  const blocks = [...body, link && `${link.text}：${link.href}`, `${from}\n${footer ? plain(footer) : ''}`.trimEnd()]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, mark => MARKS[mark]!)
const inHtml = (line: Line, colour: string) =>
  typeof line === 'string'
    ? escaped(line).replaceAll('\n', '<br>')
    : `<a href="${escaped(line.href)}" style="color:${escaped(colour)}">${escaped(line.text)}</a>`

/** Uses no pictures, tables or external resources, so that it works in a screen reader and in dark mode. */
function asHtml({ from, colour = '#0b4a7f', title, parts, link, footer }: Letter): string {
  const body = parts.map(({ heading, lines }) => {
    const top = heading ? `<h2 style="font-size:16px;margin:24px 0 8px">${escaped(heading)}</h2>` : ''
    return top + lines.map(line => `<p style="margin:0 0 12px">${inHtml(line, colour)}</p>`).join('')
  })
  const button = link && `<p style="margin:24px 0"><strong>${inHtml(link, colour)}</strong></p>`
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>${escaped(title)}</title></head>
<body style="margin:0;padding:16px;font:16px/1.75 'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif">
<div style="max-width:600px;margin:0 auto"><p style="margin:0 0 16px;border-bottom:2px solid ${escaped(colour)}"><strong>${escaped(from)}</strong></p>
<h1 style="font-size:20px;margin:0 0 16px">${escaped(title)}</h1>
${body.join('\n')}
${button ?? ''}
${footer ? `<p style="margin:32px 0 0;font-size:14px">${inHtml(footer, colour)}</p>` : ''}
</div></body></html>
`
}
