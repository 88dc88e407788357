import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, isNull, sql, sum } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { invalid, isRefusal } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { SMALLEST_CODE } from '#lib/server/documents/qr.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import { cleanPicture, type Picture, type PictureFormat } from '#lib/server/storage/images.ts'
import { scan } from '#lib/server/storage/scan.ts'
import {
  confinedUses,
  type FileExtension,
  type FileUse,
  isPicture,
  MEGABYTE,
  mimeTypes,
  ruleOf,
  staffUses,
} from '#lib/uploads.ts'
import type { filesContract } from '../contract.ts'
import { storedFileOf } from './attachments.ts'
import { readCodesLater } from './fileCodes.ts'
import { holderOf, isHeldBy, newKey } from './files.ts'
import { checkOffice } from './office.ts'
import { refusePassword } from './pdfPassword.ts'
import { cleanName, recognise } from './recognition.ts'
import { sitePartsOf } from './siteArchive.ts'
import { file, fileSize } from './tables.ts'
import { cleanVideo } from './video.ts'

type Uploaded = Output<(typeof filesContract)['POST /file/upload']>

/** Takes a file in: nothing of it is seen anywhere before it is whole, judged, cleaned and stored. */
export async function uploadFile(
  ctx: Ctx,
  { use }: Parsed<(typeof filesContract)['POST /file/upload']>,
): Promise<Uploaded> {
  const isConfined = confinedUses.includes(use)
  if ((isConfined || staffUses.includes(use)) && ctx.actor.kind !== 'staff')
    throw invalid('只有协会工作人员可以上传这类文件')
  await refuseOverQuota(ctx, 0)
  return withTempDir(ctx.config.dataDir, async scratch => {
    const path = join(scratch, 'upload')
    await save(ctx.upload!.stream, path, ruleOf(use).megabytes)
    await scan(ctx, path)
    const ext = await recognise(path, use)
    const made = await clean(path, ext, { use, scratch, holder: JSON.stringify(holderOf(ctx)) })
    const about = {
      name: cleanName(ctx.upload!.name, ext),
      type: mimeTypes[ext],
      ...(mayHoldCodes(use, made) && { codesReadAt: null }),
      isConfined,
    }
    const kept = await keep(ctx, { ...about, ...made })
    if (kept.codesReadAt === null) readCodesLater(ctx, kept)
    return storedFileOf(kept)
  })
}

/** Scans and photos of papers; others, and pictures too small for one, are not looked at. */
const mayHoldCodes = (use: FileUse, { width, height }: CleanedFile) =>
  use === 'material' && Math.min(width ?? SMALLEST_CODE, height ?? SMALLEST_CODE) >= SMALLEST_CODE

async function save(stream: Readable, path: string, megabytes: number) {
  let size = 0
  const bounded = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length
      if (size > megabytes * MEGABYTE) throw invalid(`文件不能超过 ${megabytes} MB，请压缩后再上传`)
      yield chunk
    }
  }
  await pipeline(stream, bounded, createWriteStream(path, { mode: 0o600 }))
  if (size === 0) throw invalid('文件是空的，请重新选择')
}

/** `holder`: whose pictures wait for each other. */
type CleanOptions = { use: FileUse; scratch: string; holder: string }
type CleanedFile = { path: string; width: number | null; height: number | null; copies: Picture[] }

async function clean(path: string, ext: FileExtension, { use, scratch, holder }: CleanOptions): Promise<CleanedFile> {
  if (isPicture(mimeTypes[ext])) return cleanPicture({ path, format: ext as PictureFormat, directory: scratch }, holder)
  if (ext === 'mp4') await cleanVideo(path)
  if (ext === 'pdf') await refusePassword(path, holder)
  if (use === 'oldSite') await sitePartsOf(path)
  else if (isZipped(ext)) await checkOffice(path, holder)
  return { path, width: null, height: null, copies: [] }
}

const ZIPPED: readonly FileExtension[] = ['docx', 'xlsx', 'pptx', 'zip', 'ofd']
const isZipped = (ext: FileExtension) => ZIPPED.includes(ext)

type FileDetails = Pick<Uploaded, 'name' | 'type'> & { codesReadAt?: null; isConfined: boolean }

/** Bytes first and the rows after: a row without bytes never exists, bytes without a row are swept. */
async function keep(ctx: Ctx, { path, copies, ...about }: CleanedFile & FileDetails) {
  const { size } = await stat(path)
  const sha256 = await hashOf(path)
  const key = await store(ctx, path)
  const keys = [key]
  for (const copy of copies) keys.push(await store(ctx, copy.path))
  const row = { ...holderOf(ctx), ...about, key, sha256, size, createdAt: ctx.now }
  try {
    return await ctx.db.transaction(async tx => {
      await refuseOverQuota({ ...ctx, db: tx }, size)
      const [kept] = await tx.insert(file).values(row).returning()
      const sizes = copies.map((copy, index) => ({
        fileId: kept!.id,
        key: keys[index + 1]!,
        type: mimeTypes.webp,
        ...copy,
      }))
      if (sizes.length) await tx.insert(fileSize).values(sizes)
      return kept!
    })
  } catch (error) {
    if (isRefusal(error)) for (const unwanted of keys) await ctx.store.remove(unwanted)
    throw error
  }
}

async function store(ctx: Ctx, path: string): Promise<string> {
  const key = newKey(ctx.now)
  await ctx.store.take(key, path)
  return key
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** Quota in bytes without an account: a letter and its attachments. */
const TICKET_QUOTA = 100 * MEGABYTE

/**
 * Refuses uploads above the quota. With a `size`, locks the holder until the file is stored, so that parallel uploads
 * do not pass together. Staff have no quota: they fill the site.
 */
async function refuseOverQuota(ctx: Ctx, size: number) {
  if (ctx.actor.kind === 'staff') return
  const { ownerId, ticketHash } = { ownerId: undefined, ticketHash: undefined, ...holderOf(ctx) }
  const holder = `file quota ${ownerId ?? ticketHash}`
  if (size > 0) await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${holder}, 0))`)
  const [used] = await ctx.db
    .select({ bytes: sum(file.size).mapWith(Number) })
    .from(file)
    .where(and(isHeldBy(ctx), isNull(file.deletedAt)))
  const quota = ownerId === undefined ? TICKET_QUOTA : ctx.config.fileQuota
  if ((used?.bytes ?? 0) + size < quota) return
  throw invalid(`您上传的文件已达到 ${quota / MEGABYTE} MB 的上限，请先删除不再使用的文件，或与协会联系`)
}

export const uploadHandlers = {
  'POST /file/upload': uploadFile,
} satisfies Partial<Handlers<typeof filesContract>>
