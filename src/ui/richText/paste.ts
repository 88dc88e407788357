import type { Range } from 'quill'
import Clipboard from 'quill/modules/clipboard.js'
import { isOwn } from './address.ts'
import { plainMedia } from './html.ts'
import { notePictures, type Pending } from './pictures.ts'

type Pasted = { text?: string; html?: string }
const MARK = 'data-own'

type Listener = {
  /** Pictures of other sites may be asked for. */
  mayFetch: boolean
  onPictures: (pictures: Pending[]) => void
  /** How many pictures and videos had to stay outside. */
  onLeftOut: (count: number) => void
}

/** Pastes what is said and how it is built; how it looked elsewhere stays there. Its pictures become ours, or stay outside. */
export class CleanClipboard extends Clipboard {
  static listeners = new WeakMap<HTMLElement, Listener>()
  private isPasting = false
  private rtf = ''

  override onCapturePaste(event: ClipboardEvent) {
    this.rtf = event.clipboardData?.getData('text/rtf') ?? ''
    super.onCapturePaste(event)
    this.rtf = ''
  }

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
    if (!this.isPasting) return super.normalizeHTML(doc)
    const listener = CleanClipboard.listeners.get(this.quill.root)
    const pictures = notePictures(doc, this.rtf, listener?.mayFetch ?? false)
    nameWord(doc)
    super.normalizeHTML(doc)
    const own = doc.querySelector(`[${MARK}]`)
    if (own) doc.body.replaceChildren(...own.childNodes)
    else withoutLook(doc)
    const leftOut = withoutForeign(doc)
    // When the text stands in the editor, and the pictures' places with it.
    queueMicrotask(() => {
      if (leftOut) listener?.onLeftOut(leftOut)
      if (pictures.length > 0) listener?.onPictures(pictures)
    })
  }
}

/** A browser may hand over the text without the element that says it is Word's; its lists are known by it. */
function nameWord(doc: Document) {
  if (doc.querySelector('[style*="mso-list"]'))
    doc.documentElement.setAttribute('xmlns:w', 'urn:schemas-microsoft-com:office:word')
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
    const [depth] = (element.tagName === 'LI' && element.className.match(/ql-indent-\d/)) || []
    for (const name of element.getAttributeNames())
      if (!/^(href|src|alt|colspan|rowspan|data-list)$/.test(name)) element.removeAttribute(name)
    for (const [name, value] of kept) if (value) element.style.setProperty(name, value)
    if (depth) element.className = depth
  }
}

function withoutForeign(doc: Document): number {
  const foreign = [...doc.querySelectorAll('img, video, audio, iframe, object, embed, picture, source')].filter(
    media => !isOwn(media.getAttribute('src')) && !media.getAttribute('src')?.startsWith('pending:'),
  )
  for (const media of foreign) {
    // The picture in it may be one that is taken over.
    if (media.tagName === 'PICTURE') media.replaceWith(...media.childNodes)
    else media.remove()
  }
  return foreign.filter(({ tagName }) => !/^(SOURCE|PICTURE)$/.test(tagName)).length
}
