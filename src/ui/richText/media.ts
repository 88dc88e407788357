import { BlockEmbed } from 'quill/blots/block.js'
import Image from 'quill/formats/image.js'
import { fetchFile } from '#api/file.ts'
import { releaseLater } from '#api/objectUrl.ts'
import { isOwn, OWN } from './address.ts'

/** What has been fetched to be looked at, by its address: a private file cannot be shown by that alone. */
const fetched = new Map<string, Promise<string>>()

/** The node keeps the file's address in `data-url` and shows what the browser has of it. */
function show(node: HTMLElement, url: string) {
  node.dataset.url = url
  const known =
    fetched.get(url) ??
    fetchFile('GET /file/{id}', { id: url.match(OWN)![1]! }).then(of => URL.createObjectURL(of.blob))
  fetched.set(url, known)
  known.then(
    copy => node.setAttribute('src', copy),
    () => {
      fetched.delete(url)
      node.setAttribute('data-missing', '')
    },
  )
}

export function forgetFetched() {
  for (const copy of fetched.values()) copy.then(releaseLater, () => {})
  fetched.clear()
}

export class Picture extends Image {
  static override create(value: unknown) {
    // biome-ignore lint/complexity/noThisInStatic: Quill makes the node from the class that it is called on
    const node = super.create('') as HTMLElement
    node.removeAttribute('src')
    if (typeof value === 'string' && isOwn(value)) show(node, value)
    else if (typeof value === 'string' && value.startsWith('pending:')) node.dataset.pending = value
    return node as HTMLImageElement
  }
  static override value(node: HTMLElement) {
    return node.dataset.url ?? node.dataset.pending ?? node.getAttribute('src')
  }
}

/** `<video>` of a file of ours, where Quill would make an `<iframe>`. */
export class Film extends BlockEmbed {
  static override blotName = 'video'
  static override tagName = 'VIDEO'
  static override create(value: unknown) {
    // biome-ignore lint/complexity/noThisInStatic: Quill makes the node from the class that it is called on
    const node = super.create() as HTMLVideoElement
    node.controls = true
    node.preload = 'metadata'
    if (typeof value === 'string' && isOwn(value)) show(node, value)
    return node
  }
  static override value(node: HTMLElement) {
    return node.dataset.url ?? node.getAttribute('src')
  }
}
