import type { NewsletterContent } from './newsletterWords.ts'

/**
 * A newsletter as mail, as text and as a draft for WeChat. QQ, 163 and Outlook drop style sheets, scripts and positioned
 * layout, so the mail is tables of 600 pixels with inline styles and without pictures; WeChat takes no links to other
 * sites, so its draft writes addresses out.
 */
type Letter = {
  content: NewsletterContent
  /** Name of the sender. */
  from: string
  colour: string
  publicUrl: string
  /** Page of the issue on the site. */
  page: string
  /** Address on which the reader unsubscribes. */
  unsubscribe: string
}

const FONT = "font-family:'PingFang SC','Microsoft YaHei','Noto Sans SC',sans-serif"
const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, mark => MARKS[mark]!)
const lines = (text: string) => escaped(text).replaceAll('\n', '<br>')

const cell = (style: string, inner: string) => `<tr><td style="${FONT};${style}">${inner}</td></tr>`
const link = (href: string, text: string, style: string) => `<a href="${escaped(href)}" style="${style}">${text}</a>`

export function letterHtml({ content, from, colour, publicUrl, page, unsubscribe }: Letter): string {
  const main = escaped(colour)
  const item = ({ title, text, note, path }: NewsletterContent['groups'][number]['items'][number]) =>
    cell(
      'padding:12px 24px;font-size:15px;line-height:1.7;color:#333333;border-bottom:1px solid #e5e7eb',
      [
        link(publicUrl + path, escaped(title), `color:${main};font-size:17px;font-weight:bold;text-decoration:none`),
        text && lines(text),
        note && `<span style="color:#595959;font-size:13px">${escaped(note)}</span>`,
      ]
        .filter(Boolean)
        .join('<br>'),
    )
  const groups = content.groups.map(
    ({ heading, items }) =>
      cell(`padding:24px 24px 4px;font-size:18px;font-weight:bold;color:${main}`, escaped(heading)) +
      items.map(item).join('\n'),
  )
  const foot = `您收到这封邮件，是因为您订阅了${escaped(from)}的简报。<br>${link(page, '在网站上阅读', 'color:#595959')}　${link(unsubscribe, '退订', 'color:#595959')}`
  return `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(content.title)}</title></head>
<body style="margin:0;padding:0;background-color:#f3f4f6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="#f3f4f6"><tr><td align="center" style="padding:16px 8px">
<table role="presentation" width="600" cellpadding="0" cellspacing="0" border="0" bgcolor="#ffffff" style="width:600px;max-width:100%">
${cell(`padding:20px 24px;background-color:${main};color:#ffffff;font-size:14px`, escaped(from))}
${cell('padding:24px 24px 8px;font-size:22px;line-height:1.4;font-weight:bold;color:#111827', escaped(content.title))}
${content.intro ? cell('padding:8px 24px 12px;font-size:15px;line-height:1.7;color:#333333', lines(content.intro)) : ''}
${groups.join('\n')}
${cell('padding:20px 24px;font-size:13px;line-height:1.7;color:#595959', foot)}
</table>
</td></tr></table>
</body></html>
`
}

export function letterText({ content, from, publicUrl, page, unsubscribe }: Letter): string {
  const groups = content.groups.map(({ heading, items }) =>
    [
      `【${heading}】`,
      ...items.map(({ title, text, note, path }) => [title, text, note, publicUrl + path].filter(Boolean).join('\n')),
    ].join('\n\n'),
  )
  const foot = `您收到这封邮件，是因为您订阅了${from}的简报。\n在网站上阅读：${page}\n退订：${unsubscribe}`
  return `${[content.title, content.intro, ...groups, foot].filter(Boolean).join('\n\n')}\n`
}

/** Rich text to paste into the editor of a WeChat official account. */
export function wechatDraft({ content, colour, publicUrl }: Pick<Letter, 'content' | 'colour' | 'publicUrl'>): string {
  const paragraph = (style: string, inner: string) =>
    `<p style="margin:0 0 12px;line-height:1.75;${style}">${inner}</p>`
  const groups = content.groups.flatMap(({ heading, items }) => [
    `<h2 style="margin:28px 0 12px;padding-left:10px;font-size:18px;color:${escaped(colour)};border-left:4px solid ${escaped(colour)}">${escaped(heading)}</h2>`,
    ...items.flatMap(({ title, text, note, path }) => [
      paragraph('font-size:16px;font-weight:bold', escaped(title)),
      ...(text ? [paragraph('font-size:15px;color:#333333', lines(text))] : []),
      paragraph('font-size:13px;color:#595959', escaped([note, publicUrl + path].filter(Boolean).join('　'))),
    ]),
  ])
  return `<section>${content.intro ? paragraph('font-size:15px;color:#333333', lines(content.intro)) : ''}${groups.join('')}</section>`
}
