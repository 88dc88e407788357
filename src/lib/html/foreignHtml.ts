import { DomUtils, parseDocument } from 'htmlparser2'
import { missingMedia, pictureName } from '#lib/words/missingMedia.ts'
import {
  createElement,
  createText,
  type Element,
  elementsIn,
  htmlOf,
  isDeeper,
  isElement,
  type Node,
  replaceWith,
  styleOf,
  type Tree,
  textOf,
} from './tree.ts'
import { gatherWordLists } from './wordLists.ts'

/** How many places of a text were left out or decided on its way into ours; told to whoever brought it. */
export type Losses = { comments: number; changes: number; hidden: number }

export type MendedHtml = { html: string; losses: Losses }

/** Deeper than any text; a tree beyond is left to the sanitiser, which cuts it. */
const MAX_DEPTH = 300

/**
 * Reads HTML of Word, WPS, Excel, WeChat, mail programs and old sites as what it says: tracked changes count as accepted,
 * comments and hidden text are left out, numbered paragraphs are lists, boxes of any name are paragraphs, and what style
 * sheets and styles say of struck, bold, slanted and underlined words is said by tags. Removes nothing else; its result
 * is not safe before `cleanHtml`. Pasting, uploaded documents, imports, the former site and all stored texts share it.
 * `isOwnFile`: judges the address of a picture or film; words are left where one stood that is not ours.
 */
export function mendForeignHtml(html: string, isOwnFile?: (address: string) => boolean): MendedHtml {
  const losses: Losses = { comments: 0, changes: 0, hidden: 0 }
  const tree = parseDocument(html)
  if (isDeeper(tree, MAX_DEPTH)) return { html, losses }
  const styles = DomUtils.getElementsByTagName('style', tree).map(textOf).join('\n')
  applyClasses(tree, styles)
  dropComments(tree, losses)
  acceptChanges(tree, losses)
  dropHidden(tree, losses)
  showVectorPictures(tree)
  gatherWordLists(tree, styles)
  splitLists(tree)
  for (const part of elementsIn(tree)) {
    if (part.name === 'o:p') replaceWith(part, textOf(part).trim() ? part.children : [])
    else if (part.name === 'tr' && part.attribs.height === '0' && isBlank(part)) DomUtils.removeElement(part)
  }
  for (const element of elementsIn(tree)) sayByTags(element)
  if (isOwnFile) markMissingMedia(tree, isOwnFile)
  for (const element of elementsIn(tree).reverse()) if (element.name in BOXES) unwrapBox(element)
  for (const node of DomUtils.filter(({ type }) => type === 'comment' || type === 'directive', tree))
    DomUtils.removeElement(node)
  return { html: htmlOf(tree), losses }
}

const isBlank = (element: Element) =>
  !textOf(element).trim() && !elementsIn(element).some(({ name }) => /^(img|video|v:imagedata)$/.test(name))

const READ_STYLES = ['text-decoration', 'font-weight', 'font-style', 'text-align', 'display', 'mso-hide']

/** Excel and Word say in classes which words are struck, bold or hidden. */
function applyClasses(tree: Tree, styles: string): void {
  const rules = new Map<string, string>()
  for (const [, selectors, body] of styles.matchAll(/([^{}]{1,500})\{([^{}]{0,2000})\}/g)) {
    const kept = READ_STYLES.flatMap(
      name => new RegExp(`(?:^|[;\\s])(${name}\\s*:\\s*[\\w -]+)`, 'i').exec(body!)?.[1] ?? [],
    )
    if (kept.length === 0) continue
    for (const [, name] of selectors!.matchAll(/(?:^|,)\s*\w*\.([\w-]+)\s*(?=,|$)/g))
      rules.set(name!, `${rules.get(name!) ?? ''}${kept.join(';')};`)
  }
  if (rules.size === 0) return
  for (const element of elementsIn(tree))
    for (const name of (element.attribs.class ?? '').split(/\s+/))
      if (rules.has(name)) element.attribs.style = `${element.attribs.style ?? ''};${rules.get(name)}`
}

/** Word's comments with their anchors, and those of Google's documents. */
function dropComments(tree: Tree, losses: Losses): void {
  for (const element of elementsIn(tree)) {
    const { class: name = '', style = '', href = '', id = '' } = element.attribs
    const isComment = /mso-element:\s*comment(?!-list)/i.test(style) || /^#cmnt_ref/.test(href)
    if (isComment) losses.comments++
    if (/^#cmnt_ref/.test(href)) DomUtils.removeElement(element.parent?.parent as Element)
    else if (
      isComment ||
      /mso-element:\s*comment-list/i.test(style) ||
      /\b(mso(comanchor|comoff|comtxt)|MsoCommentReference|MsoCommentText)\b/i.test(name) ||
      /^#(cmnt\d|_msocom_|_msoanchor_)/i.test(href) ||
      /^_(com|anchor)_\d/.test(id)
    )
      DomUtils.removeElement(element)
  }
}

/** A change is tracked if it says who made it or when; words struck by hand say neither. */
function acceptChanges(tree: Tree, losses: Losses): void {
  for (const element of elementsIn(tree)) {
    const { name, attribs } = element
    const isTracked = /^(ins|del)$/.test(name) && (attribs.cite !== undefined || attribs.datetime !== undefined)
    const isDeleted = (name === 'del' && isTracked) || /\bmsoDel\b/i.test(attribs.class ?? '')
    if (isTracked) losses.changes++
    if (isDeleted) DomUtils.removeElement(element)
    else if (name === 'ins' && isTracked) replaceWith(element, element.children)
  }
}

function dropHidden(tree: Tree, losses: Losses): void {
  for (const element of elementsIn(tree)) {
    const isHidden = styleOf(element, 'display') === 'none' || styleOf(element, 'mso-hide') === 'all'
    if (!isHidden) continue
    if (textOf(element).trim()) losses.hidden++
    DomUtils.removeElement(element)
  }
}

/** Pictures that only the vector markup of old programs knows; most have an `img` for all others behind it. */
function showVectorPictures(tree: Tree): void {
  for (const data of DomUtils.getElementsByTagName('v:imagedata', tree)) {
    const shape = [data.parent, data.parent?.parent].find(
      (one): one is Element => isElement(one as Node) && /^v:(shape|rect)$/.test((one as Element).name),
    )
    const { src = '', 'o:title': alt = '' } = data.attribs
    replaceWith(shape ?? data, [createElement('img', { src, alt })])
  }
  for (const comment of DomUtils.filter(node => node.type === 'comment', tree)) {
    if (!('data' in comment)) continue
    const [, src] = /^\[if[^\]]*vml[^\]]*\][\s\S]*?<v:imagedata\b[^>]*?\bsrc=["']?([^"'\s>]+)/i.exec(comment.data) ?? []
    const { next } = comment
    const hasImage = next && 'data' in next && /^!?\[if !vml\]/i.test(next.data)
    if (src && !hasImage) replaceWith(comment, [createElement('img', { src })])
  }
}

/** An item that says its own number begins a list. */
function splitLists(tree: Tree): void {
  for (const list of DomUtils.getElementsByTagName('ol', tree)) {
    let target = list
    for (const item of list.children.filter(isElement)) {
      const { value } = item.attribs
      delete item.attribs.value
      if (/^[1-9]\d{0,3}$/.test(value ?? '')) {
        if (item === list.children.find(isElement)) list.attribs.start = value!
        else {
          const next = createElement('ol', { start: value! })
          DomUtils.append(target, next)
          target = next
        }
      }
      if (target === list) continue
      DomUtils.removeElement(item)
      DomUtils.appendChild(target, item)
    }
  }
}

const TAGS: Record<string, string> = { strike: 's', ins: 'u' }
const INLINE = /^(span|font|a|b|strong|i|em|u|s|del|strike|ins|big|small|sub|sup|label|mark|cite|code|abbr|time)$/

/** Inline words keep by tags what styles say of them, which the sanitiser does not let through. */
function sayByTags(element: Element): void {
  element.name = TAGS[element.name] ?? element.name
  const { name } = element
  if (!INLINE.test(name) && !/^(p|div|li|td|th|section)$/.test(name)) return
  const decoration = `${styleOf(element, 'text-decoration')} ${styleOf(element, 'text-decoration-line')}`
  const weight = styleOf(element, 'font-weight')
  const said = [
    /line-through/.test(decoration) && !/^(s|del)$/.test(name) && 's',
    /underline/.test(decoration) && !/^(u|a)$/.test(name) && 'u',
    /^(bold(er)?|[6-9]00)$/.test(weight) && !/^(b|strong|th)$/.test(name) && 'strong',
    /^italic$/.test(styleOf(element, 'font-style')) && !/^(i|em)$/.test(name) && 'em',
  ].filter(tag => tag !== false)
  // A box with boxes in it hands nothing down: they say it themselves.
  if (said.length === 0 || elementsIn(element).some(isBlock)) return
  if (element.children.length === 0) return
  const outer = createElement(said[0]!)
  let inner = outer
  for (const tag of said.slice(1)) {
    const next = createElement(tag)
    DomUtils.appendChild(inner, next)
    inner = next
  }
  const children = [...element.children]
  DomUtils.appendChild(element, outer)
  for (const child of children) DomUtils.appendChild(inner, child)
  const style = element.attribs.style!.replace(
    /(^|;)\s*(text-decoration(-line)?|font-weight|font-style)\s*:[^;]*/gi,
    '',
  )
  if (style.trim()) element.attribs.style = style
  else delete element.attribs.style
}

/** Boxes that no text of ours has; with what they say of alignment. */
const BOXES: Record<string, string> = Object.fromEntries(
  (
    'section article header footer main aside nav address hgroup form fieldset legend details summary dl dt dd dir menu ' +
    'marquee'
  )
    .split(' ')
    .map(name => [name, '']),
)
BOXES.center = 'center'

const BLOCK =
  /^(p|div|h[1-6]|ul|ol|li|blockquote|pre|hr|table|thead|tbody|tfoot|tr|td|th|caption|video|figure|figcaption|iframe)$/
const isBlock = ({ name }: Element) => BLOCK.test(name) || name in BOXES

/** A box with words of its own is a paragraph; one with boxes in it goes, and the words between them are paragraphs. */
function unwrapBox(box: Element): void {
  const align = BOXES[box.name] || styleOf(box, 'text-align')
  const attribs: Record<string, string> = /^(center|right|justify)$/.test(align) ? { style: `text-align:${align}` } : {}
  const parts: Node[] = []
  let line: Element | undefined
  for (const child of [...box.children]) {
    if (isElement(child) && (isBlock(child) || elementsIn(child).some(isBlock))) {
      line = undefined
      parts.push(child)
      if (attribs.style && /^(p|div|h[1-6])$/.test(child.name) && !styleOf(child, 'text-align'))
        child.attribs.style = `${child.attribs.style ?? ''};${attribs.style}`
    } else if (line) DomUtils.appendChild(line, child)
    else if (isElement(child) || textOf(child).trim()) {
      line = createElement('p', { ...attribs })
      parts.push(line)
      DomUtils.appendChild(line, child)
    }
  }
  replaceWith(
    box,
    parts.filter(part => !isElement(part) || part.name !== 'p' || !isEmptyLine(part)),
  )
}

/** A line of nothing but a break is a blank one, and stays. */
const isEmptyLine = (line: Element) =>
  isBlank(line) && !elementsIn(line).some(({ name }) => /^(br|iframe|embed|object|audio)$/.test(name))

/** What was left out, for whoever brought the text. */
export const lossNotes = ({ comments, changes, hidden }: Losses): string[] => [
  ...(comments > 0 ? [`${comments} 条批注没有带入`] : []),
  ...(changes > 0 ? [`${changes} 处修订按接受后的文字带入`] : []),
  ...(hidden > 0 ? [`${hidden} 处隐藏的文字没有带入`] : []),
]

const PIXEL = /^\s*[0-3](px)?\s*$/

/** Pictures of a pixel or three, which count readers or keep a distance, go without a word. */
function markMissingMedia(tree: Tree, isOwnFile: (address: string) => boolean): void {
  for (const element of elementsIn(tree)) {
    const { name, attribs } = element
    if (!/^(img|video|iframe|embed|object|audio)$/.test(name)) continue
    if (/^(img|video)$/.test(name) && isOwnFile(attribs.src ?? '')) continue
    if (name === 'img') {
      const isSpacer = [attribs.width, attribs.height, styleOf(element, 'width')].some(size => PIXEL.test(size ?? ''))
      const address = attribs['data-src'] ?? attribs.src ?? ''
      replaceWith(element, isSpacer ? [] : [createText(missingMedia('图', pictureName(address, attribs.alt)))])
    } else if (!elementsIn(element).some(inner => inner.name === 'img'))
      replaceWith(element, [createText(missingMedia('视频'))])
  }
}
