import { pageOf } from './page.ts'

const SAME: Record<string, string> = { B: 'STRONG', I: 'EM', DEL: 'S' }
const SAYS = /^(H[1-6]|[OU]L|BLOCKQUOTE|PRE|STRONG|EM|U|S|SUB|SUP|CODE)$/
const BLOCK = /^(P|DIV|H[1-6]|[OU]L|LI|BLOCKQUOTE|PRE|TABLE|CAPTION|T[RHD]|THEAD|TBODY|FIGURE|FIGCAPTION|HR|VIDEO)$/

type Run = { said: string; words: string; begins: boolean }

/** Text and structure, independent of the elements used: one line for each run of uniform text, picture and video. */
export function meaningOf(html: string): string[] {
  const { body } = pageOf(html)
  const runs: Run[] = []
  let begins = true
  const walk = (node: Node, said: string[], stands: string) => {
    const line = [...said, stands].filter(Boolean).join(' ')
    if (node.nodeType === 3) {
      const words = said.includes('pre') ? node.nodeValue! : node.nodeValue!.replace(/[ \t\r\n]+/g, ' ')
      if (words.trim() || (words && !begins)) runs.push({ said: line, words, begins })
      if (words.trim()) begins = false
    } else if (node.nodeType === 1) {
      const element = node as HTMLElement
      const { tagName } = element
      if (/^(IMG|VIDEO|HR)$/.test(tagName)) runs.push({ said: line, words: mediaOf(element), begins })
      if (BLOCK.test(tagName) || (tagName === 'BR' && element.nextSibling)) begins = true
      const name = SAME[tagName] ?? tagName
      const own = SAYS.test(name) ? [name.toLowerCase()] : (ownOf(element) ?? [])
      for (const child of element.childNodes)
        walk(child, [...said, ...own, ...lookOf(element)], standsOf(element) || stands)
      if (BLOCK.test(tagName)) begins = true
    }
  }
  walk(body, [], '')
  return gathered(runs)
}

const mediaOf = (element: HTMLElement) =>
  `<${element.tagName} ${['src', 'alt', 'width', 'height', 'poster'].map(name => element.getAttribute(name) ?? '').join(' ')}>`

function ownOf(element: HTMLElement): string[] | undefined {
  const { tagName } = element
  if (tagName === 'A' && element.hasAttribute('href')) return [`a(${element.getAttribute('href')})`]
  if (tagName === 'LI') return [`li${[...element.parentElement!.children].indexOf(element)}`]
  if (tagName !== 'TD' && tagName !== 'TH') return
  const cell = element as HTMLTableCellElement
  const table = cell.closest('table')!
  const isHead = tagName === 'TH' || cell.closest('thead')
  const row = [...table.rows].indexOf(cell.parentElement as HTMLTableRowElement)
  return [`${isHead ? 'th' : 'td'}(${row},${cell.cellIndex},${cell.colSpan}×${cell.rowSpan})`]
}

function lookOf({ className, style, tagName }: HTMLElement): string[] {
  const { color, fontSize, backgroundColor } = style
  return [
    ...(className.match(/ql-(size|font)-\w+/g) ?? []),
    ...(color ? [`color(${color})`] : []),
    ...(fontSize ? [`size(${fontSize})`] : []),
    ...(backgroundColor && !/^T/.test(tagName) ? [`background(${backgroundColor})`] : []),
  ]
}

const standsOf = ({ className, style, dir, tagName }: HTMLElement): string =>
  [
    /ql-align-\w+/.exec(className)?.[0] ??
      (/center|right|justify/.test(style.textAlign) && `ql-align-${style.textAlign}`),
    tagName !== 'LI' && /ql-indent-\d/.exec(className)?.[0],
    (dir === 'rtl' || /ql-direction-rtl/.test(className)) && 'rtl',
    style.textIndent,
  ]
    .filter(Boolean)
    .join(' ')

/** Runs that say alike are one; what stands in the same line stays in it. */
function gathered(runs: Run[]): string[] {
  const lines: { said: string; words: string; begins: boolean }[] = []
  for (const run of runs) {
    const last = lines.at(-1)
    if (last && last.said === run.said && !run.begins) last.words += run.words
    else lines.push({ ...run })
  }
  return lines.map(({ said, words, begins }) => {
    const collapsed = said.includes('pre') ? words : words.replace(/ +/g, ' ').replace(begins ? /^ | $/g : / $/g, '')
    return `${begins ? '¶ ' : ''}${said.split(' ').sort().join(' ')}: ${collapsed}`
  })
}
