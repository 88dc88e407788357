import { missingMedia, pictureName } from '#lib/words/missingMedia.ts'
import { isOwnFile } from '../document/address.ts'

/** Source of a pasted picture: the clipboard itself, or the address of another site. */
export type Source = { bytes: Uint8Array<ArrayBuffer>; type: string } | { url: string }
/** A picture that stands in the text as a grey field until it is ours; `key` finds it there. */
export type Pending = { key: string; source: Source; name: string }

let lastKey = 0

/**
 * Notes where each foreign picture can be taken from, and puts a key in the place of its address. Those that nobody can
 * reach are named and leave no trace.
 */
export function notePictures(doc: Document, rtf: string, mayFetch: boolean): { pending: Pending[]; lost: string[] } {
  const pictures = [...doc.querySelectorAll('img')].filter(one => !isOwnFile(one.getAttribute('src')))
  const local = pictures.filter(one => /^(file|wps-img):/i.test(one.getAttribute('src') ?? ''))
  const held = local.length > 0 ? picturesInRtf(rtf) : []
  // Gives up if one is missing, since the order no longer tells which belongs where: a wrong picture is worse than
  // none.
  const byElement = new Map(held.length === local.length ? local.map((one, i) => [one, held[i]!]) : [])
  const pending: Pending[] = []
  const lost: string[] = []
  for (const [i, one] of pictures.entries()) {
    const source = byElement.get(one) ?? sourceOf(one, mayFetch)
    const name = nameOf(one) ?? `第 ${i + 1} 张`
    if (!source) {
      lost.push(name)
      one.replaceWith(missingMedia('图', name))
      continue
    }
    const key = `pending:${++lastKey}`
    one.setAttribute('src', key)
    // Removes the alt text that 公众号 gives every picture, which says nothing.
    if (/^(图片|image|img)$/i.test(one.alt)) one.removeAttribute('alt')
    pending.push({ key, source, name })
  }
  return { pending, lost }
}

const nameOf = (picture: HTMLImageElement) =>
  pictureName(picture.dataset.src ?? picture.getAttribute('src') ?? '', picture.alt) || undefined

/** 公众号 loads its pictures late: until then `src` is only a placeholder. */
function sourceOf(image: HTMLImageElement, mayFetch: boolean): Source | undefined {
  const addresses = [image.dataset.src, image.getAttribute('src')]
  const url = addresses.find(one => one && /^https:\/\//i.test(one.replace(/^\/\//, 'https://')))
  if (url) return mayFetch ? { url: url.replace(/^\/\//, 'https://') } : undefined
  const [, type, base64] =
    image.getAttribute('src')?.match(/^data:(image\/(?:png|jpeg|webp|gif));base64,([\w+/=\s]+)$/i) ?? []
  return type
    ? { type, bytes: Uint8Array.from(atob(base64!.replace(/\s/g, '')), char => char.charCodeAt(0)) }
    : undefined
}

/** The pictures on Word's and WPS's clipboard, in their order; null for one of a kind that no browser shows. */
export function picturesInRtf(rtf: string): (Source | null)[] {
  const starts = [...rtf.matchAll(/\\pict(?![a-z])/g)].map(({ index }) => index)
  return starts.flatMap((start, i) => {
    // A second copy of the picture before, for programs of long ago.
    if (/\\nonshppict\s*\{$/.test(rtf.slice(Math.max(0, start - 40), start).trimEnd())) return []
    const group = rtf.slice(start, starts[i + 1])
    // The number of a control word before it, as in \pich200, is no part of it.
    const begin = group.search(/[^\\\w-][\da-f][\da-f\s]{79}/i) + 1
    const [, format] = group.slice(0, begin).match(/\\(png|jpeg)blip/) ?? []
    if (begin === 0 || !format) return [null]
    const hex = group.slice(begin, group.indexOf('}', begin)).replace(/\s/g, '')
    return [{ type: `image/${format}`, bytes: bytesOf(hex) }]
  })
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(hex.length >> 1)
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number.parseInt(hex.slice(2 * i, 2 * i + 2), 16)
  return bytes
}

const MAX_NAMED = 5

export function lostPicturesMessage(names: readonly string[], reason?: string): string {
  const more = names.length > MAX_NAMED ? ` 等 ${names.length} 张` : ''
  const named = names.slice(0, MAX_NAMED).join('、')
  return [`${names.length} 张图片没有粘贴进来：${named}${more}`, reason, '文中已标出位置，请从原文件另存后上传']
    .filter(Boolean)
    .join('。')
}
