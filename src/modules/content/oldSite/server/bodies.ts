import { cleanForeignHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import type { Part } from '#lib/server/sheets/zipReader.ts'
import { oldPath } from '../../server/redirects.ts'
import { isPageName } from './addresses.ts'
import { type Element, everyElement, innerHtml, textOf } from './html.ts'

/** Resolves what a text refers to: pages, pictures and files of this site. */
export type BodyContext = {
  /** The page's own address. */
  address: string
  /** Base address for its links, where it differs. */
  base: string
  find: (address: string) => Part | undefined
  /** Takes a picture or a paper in; undefined where it is none that this site takes. */
  keep: (part: Part, use: 'picture' | 'oldPaper') => Promise<{ id: number; name: string } | undefined>
  /** The article that has taken the place of that address. */
  articleAt: (path: string) => Promise<number | undefined>
}

export type RewrittenBody = {
  /** Cleaned. */
  html: string
  coverId: number | null
  files: { id: number; name: string }[]
  /** Items that could not be taken over. */
  notes: string[]
}

const ATTACHMENT = /\.(pdf|docx?|xlsx?|pptx?|wps|et|rar|zip|7z|txt|ofd|jpe?g|png|gif|webp|bmp|mp4|mp3|swf)$/i
const PICTURE = /\.(jpe?g|png|gif|webp|bmp)$/i

/** The text of a page as an article's: its pictures and papers are ours, its links lead to the new articles. */
export async function rewriteBody(body: Element, around: BodyContext): Promise<RewrittenBody> {
  const notes: string[] = []
  const files = new Map<number, string>()
  let coverId: number | null = null
  for (const element of everyElement(body)) {
    if (element.name === 'img') coverId = (await rewritePicture(element, around, notes)) ?? coverId
    else if (element.name === 'a') await rewriteLink(element, around, { notes, files })
    else if (/^(video|embed|object|iframe|audio)$/.test(element.name))
      notes.push('页面中的视频、音频或内嵌页面没有带入')
    keepAlignment(element)
  }
  const cleaned = cleanForeignHtml(innerHtml(body))
  const html = cleaned.html.trim()
  notes.push(...cleaned.notes)
  const named = [...files].map(([id, name]) => ({ id, name }))
  return { html, coverId, files: named, notes: [...new Set(notes)].slice(0, 20) }
}

/** Old pages show some pictures only when one comes near them. */
const LAZY_ATTRIBUTES = ['data-original', 'data-src', 'original', 'src', '_src', 'file']

async function rewritePicture({ attribs }: Element, around: BodyContext, notes: string[]): Promise<number | undefined> {
  const given = LAZY_ATTRIBUTES.flatMap(name => attribs[name] ?? [])
  delete attribs.src
  for (const source of given) {
    const at = resolve(source, around)
    const part = at && around.find(at)
    if (!part) continue
    const kept = await around.keep(part, 'picture')
    if (!kept) break
    attribs.src = `/api/file/${kept.id}`
    return kept.id
  }
  if (given.length === 0) return
  // The cleaner leaves its name where it stood.
  attribs['data-src'] = given[0]!
  notes.push(`图片没有带入：${given[0]!.slice(0, 120)}`)
}

async function rewriteLink(
  element: Element,
  around: BodyContext,
  { notes, files }: { notes: string[]; files: Map<number, string> },
): Promise<void> {
  const { attribs } = element
  const given = attribs.href?.trim()
  if (!given || given.startsWith('#')) return
  const at = resolve(given, around)
  if (!at) return
  const part = around.find(at)
  if (part && !isPageName(part.name)) {
    const isEnlarged = PICTURE.test(part.name) && everyElement(element).some(({ name }) => name === 'img')
    const kept = isEnlarged ? undefined : await around.keep(part, 'oldPaper')
    if (kept) {
      files.set(kept.id, nameFor(textOf(element), kept.name))
      attribs.href = `/api/file/${kept.id}?download=1`
    } else delete attribs.href
    if (!kept && !isEnlarged) notes.push(`附件没有带入：${(textOf(element) || part.name).slice(0, 120)}`)
    return
  }
  const isOfSite = hostOf(at) === hostOf(around.address)
  const path = isOfSite ? oldPath(at) : undefined
  const articleId = path && (await around.articleAt(path))
  if (articleId) attribs.href = `/admin/news/list-info/${articleId}`
  else if (isOfSite && ATTACHMENT.test(new URL(at).pathname)) {
    notes.push(`附件不在 ZIP 文件中：${given.slice(0, 120)}`)
    delete attribs.href
  } else if (isOfSite) {
    // Keeps the path: that part of the site may be imported later, and its redirect then works.
    const { pathname, search } = new URL(at)
    attribs.href = `${pathname}${search}`
  }
}

/** Names the file after its link text, with the extension of the stored file. */
function nameFor(text: string, stored: string): string {
  const ending = stored.slice(stored.lastIndexOf('.'))
  const said = text.replace(/[\\/:*?"<>|]/g, '').trim()
  if (said === '' || /^(点击|下载|附件下载|查看)/.test(said)) return stored
  return said.toLowerCase().endsWith(ending.toLowerCase()) ? said.slice(0, 120) : `${said.slice(0, 110)}${ending}`
}

const PLACEHOLDER_ORIGIN = 'http://former.invalid'
const hostOf = (address: string) => {
  const { host } = new URL(address, PLACEHOLDER_ORIGIN)
  return host.replace(/^www\./, '')
}

/** The full address that a page means; undefined where it leads to no place of the web. */
export function resolve(given: string, { address, base }: Pick<BodyContext, 'address' | 'base'>): string | undefined {
  const own = new URL(address, PLACEHOLDER_ORIGIN)
  const from = URL.parse(base, own) ?? own
  const url = URL.parse(given.trim().replaceAll('\\', '/'), from)
  return url && /^https?:$/.test(url.protocol) ? url.href : undefined
}

/** Old pages say in attributes what the cleaner keeps as a class. */
function keepAlignment({ name, attribs }: Element) {
  const align = name === 'center' ? 'center' : attribs.align?.toLowerCase()
  if (/^(p|div|h[1-6]|td)$/.test(name) && (align === 'center' || align === 'right')) attribs.class = `ql-align-${align}`
}
