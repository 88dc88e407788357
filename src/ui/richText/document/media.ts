import { Node } from '@tiptap/core'
import type { Node as Part } from '@tiptap/pm/model'
import { fetchFile } from '#api/file.ts'
import { releaseLater } from '#api/objectUrl.ts'
import { isOwnFile, OWN_FILE } from './address.ts'

/** Fetched pictures by address: a private file cannot be shown by its address alone. */
const fetched = new Map<string, Promise<string>>()

/** The element keeps the file's address in `data-url` and shows what the browser has of it. */
function show(element: HTMLElement, url: string) {
  element.dataset.url = url
  const known =
    fetched.get(url) ??
    fetchFile('GET /file/{id}', { id: url.match(OWN_FILE)![1]! }).then(of => URL.createObjectURL(of.blob))
  fetched.set(url, known)
  known.then(
    copy => element.setAttribute('src', copy),
    () => {
      fetched.delete(url)
      element.setAttribute('data-missing', '')
    },
  )
}

export function forgetFetched() {
  for (const copy of fetched.values()) copy.then(releaseLater, () => {})
  fetched.clear()
}

const COPIED_ATTRIBUTES = ['alt', 'title', 'width', 'height'] as const

function shown(tag: 'img' | 'video', { attrs }: Part): HTMLElement {
  const element = document.createElement(tag)
  for (const name of COPIED_ATTRIBUTES) if (attrs[name]) element.setAttribute(name, attrs[name])
  if (attrs.pending) element.dataset.pending = attrs.pending
  else show(element, attrs.src)
  if (element instanceof HTMLVideoElement) Object.assign(element, { controls: true, preload: 'metadata' })
  return element
}

const own = (element: HTMLElement, name: string) => {
  const address = element.getAttribute(name)
  return isOwnFile(address) ? address : null
}
const address = (name: string) => ({ default: null, parseHTML: (element: HTMLElement) => own(element, name) })
/** Reads attributes as text: the library would turn 007 into a number. */
const textAttributes = (...names: string[]) =>
  Object.fromEntries(
    names.map(name => [name, { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) }]),
  )
const pendingKey = (element: HTMLElement) => element.getAttribute('src')?.match(/^pending:\d+$/)?.[0] ?? null

/** A picture of this site, or one being uploaded, marked by `pending` and never stored. */
const Picture = Node.create({
  name: 'image',
  group: 'inline',
  inline: true,
  draggable: true,
  addAttributes: () => ({
    src: address('src'),
    ...textAttributes(...COPIED_ATTRIBUTES),
    pending: { default: null, rendered: false, parseHTML: pendingKey },
  }),
  parseHTML: () => [
    { tag: 'img[src]', getAttrs: element => ((own(element, 'src') ?? pendingKey(element)) ? null : false) },
  ],
  renderHTML: ({ node, HTMLAttributes: { src, ...others } }) => [
    'img',
    node.attrs.pending ? { 'data-pending': node.attrs.pending, ...others } : { src, ...others },
  ],
  addNodeView:
    () =>
    ({ node }) => ({ dom: shown('img', node) }),
})

const Film = Node.create({
  name: 'video',
  group: 'block',
  draggable: true,
  addAttributes: () => ({ src: address('src'), poster: address('poster'), ...textAttributes('width', 'height') }),
  parseHTML: () => [{ tag: 'video[src]', getAttrs: element => (own(element, 'src') ? null : false) }],
  renderHTML: ({ HTMLAttributes }) => ['video', HTMLAttributes],
  addNodeView:
    () =>
    ({ node }) => ({ dom: shown('video', node) }),
})

export const media = [Picture, Film]
