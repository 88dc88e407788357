import { setImmediate as breathe } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { textFrom } from '#lib/server/sheets/csv.ts'
import type { Part } from '#lib/server/sheets/zipReader.ts'
import { oldPath } from '../../server/redirects.ts'
import { addressOf, isListName, isPageName, type ListedAddress, readList, sourceAddress } from './addresses.ts'
import { type Archive, withArchive } from './archive.ts'
import { proposeRules } from './proposing.ts'
import { oldSitePage } from './tables.ts'
import { runWork, type Site } from './work.ts'

/** Maximum size in bytes of a page and of a list of addresses. */
const MAX_PAGE_BYTES = 2 << 20
const MAX_LIST_BYTES = 20 << 20
const MAX_PAGES = 50_000
const BATCH_SIZE = 50

/** Finds out which pages there are, and keeps them as text: rules are tried on them again and again. */
export const readSite = (ctx: Ctx, site: Site): Promise<unknown> =>
  runWork(ctx, site, 'ruling', beat =>
    withArchive(ctx, site, async archive => {
      await ctx.db.delete(oldSitePage).where(eq(oldSitePage.siteId, site.id))
      const { pages, notes } = await findPages(archive)
      if (pages.length === 0) throw invalid('ZIP 文件中没有网页：应有保存下来的 HTML 文件')
      if (pages.length > MAX_PAGES) throw invalid(`一次最多 ${MAX_PAGES} 个网页，请分成几个 ZIP 文件上传`)
      let kept = 0
      for (let from = 0; from < pages.length; from += BATCH_SIZE) {
        kept += await keepPages(ctx, site, archive, pages.slice(from, from + BATCH_SIZE))
        await beat(Math.min(from + BATCH_SIZE, pages.length), pages.length)
      }
      const repeated = pages.length - kept
      const all =
        repeated > 0 ? [...notes, `有 ${repeated} 个网址重复，或不能转到新文章（本站自己的网址），没有读取`] : notes
      const rules = site.rules.length > 0 ? site.rules : await proposeRules(ctx, site.id)
      return { rules, notes: all, total: kept, progress: kept }
    }),
  )

type FoundPage = { address: string; part: Part | undefined }

async function findPages(archive: Archive): Promise<{ pages: FoundPage[]; notes: string[] }> {
  const saved = archive.parts.filter(({ name }) => isPageName(name) && !/(^|\/)(\.|__MACOSX)/.test(name))
  const listed = await readLists(archive)
  if (listed.length === 0)
    return {
      pages: saved.map(part => ({ part, address: addressOf(part.name, archive.root) })),
      notes: ['没有网址清单，网址按文件名推断'],
    }
  const byName = new Map(archive.parts.map(part => [part.name, part]))
  const pages = listed.map(({ address, entry }) => ({
    address,
    part: (entry && (byName.get(entry) ?? byName.get(archive.root + entry))) || archive.find(address),
  }))
  const used = new Set(pages.map(({ part }) => part))
  const others = saved.filter(part => !used.has(part)).length
  return { pages, notes: others > 0 ? [`ZIP 中另有 ${others} 个网页不在网址清单里，没有读取`] : [] }
}

async function readLists(archive: Archive): Promise<ListedAddress[]> {
  const listed: ListedAddress[] = []
  for (const part of archive.parts.filter(({ name }) => isListName(name))) {
    const bytes = await archive.read(part, MAX_LIST_BYTES)
    if (!bytes) throw invalid(`网址清单 ${part.name} 过大`)
    listed.push(...readList(part.name, textFrom(bytes)))
  }
  return listed
}

/** Stores the pages and returns how many are new; two addresses may normalise to one path. */
async function keepPages(ctx: Ctx, { id: siteId }: Site, archive: Archive, pages: FoundPage[]): Promise<number> {
  const rows: (typeof oldSitePage.$inferInsert)[] = []
  for (const { address: given, part } of pages) {
    await breathe()
    const bytes = part && (await archive.read(part, MAX_PAGE_BYTES).catch(() => undefined))
    const html = bytes ? textOfPage(bytes) : ''
    const address = (/^https?:/i.test(given) ? given : (sourceAddress(html) ?? given)).slice(0, 1000)
    const path = oldPath(address)
    if (path) rows.push({ siteId, address, path, html, entry: part?.name ?? '' })
  }
  if (rows.length === 0) return 0
  const kept = await ctx.db.insert(oldSitePage).values(rows).onConflictDoNothing().returning({ id: oldSitePage.id })
  return kept.length
}

/** Finds the charset that a page declares in its first bytes. */
const CHARSET_DECLARATION = /charset\s*=\s*["']?\s*([\w-]+)/i
const CHARSET_SEARCH_BYTES = 4096

/** The text of a saved page: as it says itself, where that is true; otherwise UTF-8, or what Chinese Windows wrote. */
export function textOfPage(bytes: Uint8Array): string {
  const said = Buffer.from(bytes.subarray(0, CHARSET_SEARCH_BYTES))
    .toString('latin1')
    .match(CHARSET_DECLARATION)?.[1]
    ?.toLowerCase()
  const isOldChinese = said !== undefined && /^(gb|x-gbk|cp936|hz)/.test(said)
  const order = isOldChinese
    ? ['gb18030', 'utf-8']
    : said === 'big5'
      ? ['big5', 'utf-8', 'gb18030']
      : ['utf-8', 'gb18030']
  // A page that was saved again may say what it was before.
  if (isOldChinese && isUtf8(bytes)) order.reverse()
  for (const charset of order) {
    const text = decode(bytes, charset)
    if (text !== undefined) return storableText(text)
  }
  return storableText(new TextDecoder('gb18030').decode(bytes))
}

function decode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return
  }
}

/** Detects UTF-8 by valid non-ASCII characters; GBK text is hardly ever valid UTF-8 by chance. */
const isUtf8 = (bytes: Uint8Array) => bytes.some(byte => byte > 0x7f) && decode(bytes, 'utf-8') !== undefined

/** PostgreSQL keeps no U+0000, and no half of a pair. */
const storableText = (text: string) => text.replaceAll('\0', '').toWellFormed()
