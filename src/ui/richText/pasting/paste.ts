import { lossNotes, mendForeignHtml } from '#lib/html/foreignHtml.ts'
import { missingMedia } from '#lib/words/missingMedia.ts'
import { isOwnFile } from '../document/address.ts'
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
  /** What else was left out or decided. */
  notes: string[]
}

type Options = From & {
  /** Reads HTML as a page. */
  parse: (html: string) => Document
}

/**
 * Pastes what is said and how it is built; how it looked elsewhere stays there. Its pictures become ours, or
 * leave words where they stood.
 */
export function cleanPasted(html: string, { rtf, mayFetch, parse }: Options): Pasted & { doc: Document } {
  const { html: mended, losses } = mendForeignHtml(html)
  const doc = parse(mended)
  const { pending, lost } = notePictures(doc, rtf, mayFetch)
  if (!doc.querySelector(`[${OWN_MARK}]`)) {
    joinLines(doc.body)
    withoutLook(doc)
  }
  const films = withoutForeign(doc)
  prepare(doc.body)
  return { doc, pending, lost, films, notes: lossNotes(losses) }
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
    else if (/^(SOURCE|IMG)$/.test(media.tagName)) media.remove()
    else media.replaceWith(missingMedia('视频'))
  }
  return foreign.filter(({ tagName }) => !/^(SOURCE|PICTURE|IMG)$/.test(tagName)).length
}
