import type { Range } from 'quill'
import Clipboard from 'quill/modules/clipboard.js'
import { plainMedia } from './html.ts'
import { isOwn } from './media.ts'

type Pasted = { text?: string; html?: string }
const MARK = 'data-own'

/** Pastes what is said and how it is built; how it looked elsewhere stays there, and so do other sites' pictures. */
export class CleanClipboard extends Clipboard {
  /** How many pictures and videos had to stay outside. */
  static onLeftOut = (_root: HTMLElement, _count: number) => {}
  private isPasting = false

  override onPaste(range: Range, pasted: Pasted) {
    this.isPasting = true
    try {
      super.onPaste(range, pasted)
    } finally {
      this.isPasting = false
    }
  }

  override onCopy(range: Range, isCut: boolean) {
    const { html, text } = super.onCopy(range, isCut)
    return { text, html: `<div ${MARK}="">${withAddresses(html)}</div>` }
  }

  override normalizeHTML(doc: Document) {
    super.normalizeHTML(doc)
    if (!this.isPasting) return
    const own = doc.querySelector(`[${MARK}]`)
    if (own) doc.body.replaceChildren(...own.childNodes)
    else withoutLook(doc)
    const leftOut = withoutForeign(doc)
    if (leftOut) CleanClipboard.onLeftOut(this.quill.root, leftOut)
  }
}

function withAddresses(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const shown of body.querySelectorAll<HTMLElement>('[data-url]')) shown.replaceWith(plainMedia(shown))
  return body.innerHTML
}

const KEPT = ['font-weight', 'font-style', 'text-decoration', 'text-align']

function withoutLook(doc: Document) {
  for (const part of doc.querySelectorAll('style, script, title, meta, link, xml')) part.remove()
  for (const element of doc.body.querySelectorAll<HTMLElement>('*')) {
    const kept = KEPT.map(name => [name, element.style.getPropertyValue(name)] as const)
    for (const name of element.getAttributeNames())
      if (!/^(href|src|alt|colspan|rowspan|data-list)$/.test(name)) element.removeAttribute(name)
    for (const [name, value] of kept) if (value) element.style.setProperty(name, value)
  }
}

function withoutForeign(doc: Document): number {
  const foreign = [...doc.querySelectorAll('img, video, audio, iframe, object, embed, picture, source')].filter(
    media => !isOwn(media.getAttribute('src')),
  )
  for (const media of foreign) media.remove()
  return foreign.filter(({ tagName }) => tagName !== 'SOURCE').length
}
