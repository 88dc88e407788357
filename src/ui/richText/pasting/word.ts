import { renamed } from '../document/mendTable.ts'
import { type FlatItem, nested } from '../document/nestLists.ts'

/** What Word and WPS say in ways of their own: lists, pictures of an old format, rows that only hold columns apart. */
export function mendWord(doc: Document) {
  const styles = [...doc.querySelectorAll('style')].map(({ textContent }) => textContent).join('\n')
  for (const picture of doc.querySelectorAll('v\\:imagedata')) replaceVector(picture)
  for (const comment of commentsIn(doc.body)) showPicture(comment)
  for (const row of doc.querySelectorAll('tr[height="0"]')) if (isBlank(row)) row.remove()
  gatherLists(doc, styles)
  for (const part of doc.querySelectorAll('o\\:p')) {
    if (isBlank(part)) part.remove()
    else part.replaceWith(...part.childNodes)
  }
}

const isBlank = (element: Element) => !element.textContent?.trim() && !element.querySelector('img')
const isComment = (node: Node): node is Comment => node.nodeType === 8
const commentsIn = (node: Node): Comment[] =>
  isComment(node) ? [node] : [...node.childNodes].flatMap(child => commentsIn(child))

function replaceVector(data: Element) {
  const image = data.ownerDocument.createElement('img')
  image.setAttribute('src', data.getAttribute('src') ?? '')
  image.setAttribute('alt', data.getAttribute('o:title') ?? '')
  const shape = data.closest('v\\:shape, v\\:rect') ?? data
  shape.replaceWith(image)
}

/** A picture that only a comment for old programs knows; most have an `img` for all others behind it. */
function showPicture(comment: Comment) {
  const [, src] = /^\[if[^\]]*vml[^\]]*\][\s\S]*?<v:imagedata\b[^>]*?\bsrc=["']?([^"'\s>]+)/i.exec(comment.data) ?? []
  const next = comment.nextSibling
  if (!src || (next && isComment(next) && /^\[if !vml\]/i.test(next.data))) return
  const image = comment.ownerDocument.createElement('img')
  image.setAttribute('src', src)
  comment.replaceWith(image)
}

const LISTED = /\bmso-list:\s*(l\d+)\s+level(\d)/i

type Listed = FlatItem & { paragraph: HTMLElement }

function gatherLists(doc: Document, styles: string) {
  const all = [...doc.querySelectorAll<HTMLElement>('[style*="mso-list"]')].flatMap(one => listed(one, styles) ?? [])
  const runs: Listed[][] = []
  for (const one of all) {
    const run = runs.at(-1)
    if (run && one.paragraph.previousElementSibling === run.at(-1)!.paragraph) run.push(one)
    else runs.push([one])
  }
  for (const run of runs) {
    const place = doc.createComment('')
    run[0]!.paragraph.before(place)
    place.replaceWith(...nested(run.map(one => ({ ...one, item: renamed(one.paragraph, 'li') }))))
  }
}

function listed(paragraph: HTMLElement, styles: string): Listed | undefined {
  const [, list, level] = LISTED.exec(paragraph.getAttribute('style') ?? '') ?? []
  if (!list) return
  const marker = takeMarker(paragraph)
  if (isWording(marker)) return void paragraph.prepend(marker)
  const number = /^[(（]?(\d{1,3})[.．、)）]?$/.exec(marker)?.[1]
  const [, format] =
    new RegExp(`@list\\s+${list}:level${level}\\b[^}]*mso-level-number-format:\\s*([\\w-]+)`).exec(styles) ?? []
  const isNumbered = format ? format !== 'bullet' : /^\w{1,4}[.．、)）]$/.test(marker) || number !== undefined
  return {
    paragraph,
    item: paragraph,
    tag: isNumbered ? 'OL' : 'UL',
    depth: Number(level) - 1,
    start: number ? Number(number) : undefined,
  }
}

/** 一、 第二条 （三） 1.1: numbers that a list on a page would not show so are part of the words. */
const isWording = (marker: string) => /[一二三四五六七八九十百]|第|\d[.．]\d/.test(marker)

/** Word writes the bullet or number beside the words, for programs without lists. */
function takeMarker(paragraph: HTMLElement): string {
  const part = [...paragraph.querySelectorAll('[style]')].find(one =>
    /mso-list:\s*Ignore/i.test(one.getAttribute('style')!),
  )
  if (part) {
    part.remove()
    return wordsOf([part])
  }
  const begin = commentsIn(paragraph).find(({ data }) => /^\[if !supportLists\]/i.test(data))
  const parts: Node[] = []
  for (let next = begin?.nextSibling; next && !isComment(next); next = next.nextSibling) parts.push(next)
  for (const one of parts) one.parentNode!.removeChild(one)
  return wordsOf(parts)
}

const wordsOf = (nodes: Node[]) =>
  nodes
    .map(({ textContent }) => textContent)
    .join('')
    .replace(/[\s\u00a0]+/g, '')
