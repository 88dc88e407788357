import { formatPhone, telAddress } from '#lib/form/phone.ts'

/** Relies on HTML made by `cleanHtml`: there `<` and `>` stand nowhere but around tags. */
const TOKEN = /<[^>]*>|[^<]+/g
const tagOf = (token: string) => /^<(\/?)([a-z][a-z0-9]*)/.exec(token)

/** The fewest columns with which a table is squeezed on a phone. */
const MANY_COLUMNS = 3

/**
 * A text that people wrote, as it is shown: its headings follow on the heading above it, telephone numbers can be pressed,
 * and the cells of wide tables know the name of their column. `top`: the level of its first heading.
 */
export const presentHtml = (html: string, top: 2 | 3 = 2): string => withPhones(withCards(withHeadings(html, top)))

/** Renumbers headings without gaps from `top` on, whatever levels the writer chose. */
function withHeadings(html: string, top: number): string {
  const open: number[] = []
  return html.replace(/<(\/?)h([1-6])\b/g, (_, slash: string, digit: string) => {
    const level = Number(digit)
    if (!slash) {
      while (open.length > 0 && open.at(-1)! >= level) open.pop()
      open.push(level)
    }
    return `<${slash}h${Math.min(6, top + open.length - 1)}`
  })
}

/** Phone numbers: with an area code, of a mobile, or of a service line; not part of a longer number. */
const PHONE = /(?<![\d\-A-Za-z])(?:0\d{2,3}[- ]\d{3,4} ?\d{4}|1[3-9]\d ?\d{4} ?\d{4}|400-\d{3}-\d{4})(?![\d\-A-Za-z])/g

function withPhones(html: string): string {
  let inLink = 0
  return html.replace(TOKEN, token => {
    const [, slash, name] = tagOf(token) ?? []
    if (name === 'a' || name === 'code' || name === 'pre') inLink += slash ? -1 : 1
    if (token.startsWith('<') || inLink > 0) return token
    return token.replace(PHONE, number => `<a href="${telAddress(number)}">${formatPhone(number)}</a>`)
  })
}

const withCards = (html: string) => html.replace(/<table\b[^>]*>.*?<\/table>/gs, asCards)

const roles: Record<string, string> = {
  table: 'table',
  thead: 'rowgroup',
  tbody: 'rowgroup',
  tr: 'row',
  th: 'columnheader',
  td: 'cell',
}

/** A plain table under one row of headings: each row can be a card. The roles stay what they are when it is drawn as such. */
function asCards(table: string): string {
  const [, head, rest] = /^<table\b[^>]*>\s*<thead>(.*?)<\/thead>(.*)$/s.exec(table) ?? []
  const names = [...(head?.matchAll(/<th\b[^>]*>(.*?)<\/th>/gs) ?? [])].map(([, name]) => plain(name!))
  const isPlain = head?.match(/<tr\b/g)?.length === 1 && !/ (colspan|rowspan)=|<th\b/.test(rest!) && !/span=/.test(head)
  if (!isPlain || names.length < MANY_COLUMNS) return table
  let at = 0
  return table.replace(/<(table|thead|tbody|tr|th|td)\b/g, (tag, name: string) => {
    if (name === 'tr') at = 0
    const more = name === 'table' ? ' data-cards' : name === 'td' ? ` data-name="${names[at++] ?? ''}"` : ''
    return `${tag} role="${roles[name]}"${more}`
  })
}

const plain = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/"/g, '&quot;')
    .trim()
