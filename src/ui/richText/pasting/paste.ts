import { isOwnFile } from '../document/address.ts'
import { renamed } from '../document/mendTable.ts'
import { type FlatItem, nested } from '../document/nestLists.ts'
import { prepare } from '../document/prepare.ts'
import { notePictures, type Pending } from './pictures.ts'

/** Marks clipboard content of this editor. */
export const OWN_MARK = 'data-own'

type From = { rtf: string; mayFetch: boolean }

export type Pasted = {
  /** Pictures that are to be taken over. */
  pending: Pending[]
  /** Names of those that nobody can reach. */
  lost: string[]
  films: number
}

/** Pastes what is said and how it is built; how it looked elsewhere stays there. Its pictures become ours, or stay outside. */
export function cleanPasted(doc: Document, { rtf, mayFetch }: From): Pasted {
  mendWord(doc)
  const { pending, lost } = notePictures(doc, rtf, mayFetch)
  if (!doc.querySelector(`[${OWN_MARK}]`)) {
    joinLines(doc.body)
    withoutLook(doc)
  }
  const films = withoutForeign(doc)
  prepare(doc.body)
  return { pending, lost, films }
}

const KEPT_STYLES = ['font-weight', 'font-style', 'text-decoration', 'text-align']

function withoutLook(doc: Document) {
  for (const part of doc.querySelectorAll('style, script, title, meta, link, xml')) part.remove()
  for (const element of doc.body.querySelectorAll<HTMLElement>('*')) {
    const kept = KEPT_STYLES.map(name => [name, element.style?.getPropertyValue(name)] as const)
    const align = element.getAttribute('align')
    const [depth] = (element.tagName === 'LI' && element.className.match(/ql-indent-\d/)) || []
    for (const name of element.getAttributeNames())
      if (!/^(href|src|alt|colspan|rowspan|start|data-list)$/.test(name)) element.removeAttribute(name)
    if (align && /^(P|H[1-6]|DIV|T[DH])$/.test(element.tagName)) element.style.textAlign = align
    // A link is underlined without saying so; a place in the other text is not here.
    const isLink = element.tagName === 'A'
    if (isLink && element.getAttribute('href')?.startsWith('#')) element.removeAttribute('href')
    for (const [name, value] of kept)
      if (value && !(isLink && name === 'text-decoration')) element.style.setProperty(name, value)
    if (depth) element.className = depth
  }
}

const WIDE = '[\\p{Script=Han}\\u3000-\\u303f\\uff00-\\uffef“”‘’—…]'
const BETWEEN_WIDE = new RegExp(`(?<=${WIDE})[ \\t]*\\r?\\n[ \\t]*(?=${WIDE})`, 'gu')

/** Word breaks its lines anywhere: between Chinese characters that is no space. */
function joinLines(node: Node) {
  for (const child of node.childNodes) {
    if (child.nodeType !== 3) joinLines(child)
    else if (!child.parentElement?.closest('pre')) {
      const words = child.nodeValue!.replace(BETWEEN_WIDE, '')
      // Word holds words together that a narrow page must part.
      child.nodeValue = words.replace(/(?<=[^\s\u00a0])\u00a0(?=[^\s\u00a0])/g, ' ')
    }
  }
}

function withoutForeign(doc: Document): number {
  const foreign = [...doc.querySelectorAll('img, video, audio, iframe, object, embed, picture, source')].filter(
    media => !isOwnFile(media.getAttribute('src')) && !media.getAttribute('src')?.startsWith('pending:'),
  )
  for (const media of foreign) {
    // The picture in it may be one that is taken over.
    if (media.tagName === 'PICTURE') media.replaceWith(...media.childNodes)
    else media.remove()
  }
  return foreign.filter(({ tagName }) => !/^(SOURCE|PICTURE|IMG)$/.test(tagName)).length
}

/** Converts what is specific to Word and WPS: lists, pictures of old formats, rows that only space columns. */
function mendWord(doc: Document) {
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
