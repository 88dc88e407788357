import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Output } from '#lib/contract.ts'
import { invalid, isRefusal } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { cleanForeignHtml } from '#lib/server/outbound/sanitizeHtml.ts'
import { defineParser } from '#lib/server/parsers/parser.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { lostPicturesNote, missingMedia } from '#lib/words/missingMedia.ts'
import { withTemporaryFile } from '#modules/files/server/temporaryFile.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import type { staffArticlesContract } from '../../articleContract.ts'
import { CONTENT_LIMIT } from '../../articleValues.ts'
import type { WordText } from './wordParser.ts'

type Endpoint = (typeof staffArticlesContract)['POST /staff/article/document']

const MAX_FILE_BYTES = 20 * MEGABYTE
const BOUND = {
  limit: MAX_FILE_BYTES,
  tooLarge: `Word 文档不能超过 ${MAX_FILE_BYTES / MEGABYTE} MB，请压缩其中的图片后再上传`,
}

const parse = defineParser<string, WordText>({
  script: new URL('./wordParser.ts', import.meta.url),
  runsIn: 'process',
  timeoutMs: 20_000,
  memoryMb: 512,
  maxWaiting: 20,
  maxWaitingPerCaller: 3,
  unreadable: 'Word 文档内容过多或已损坏，无法读取，请分成几份或另存后再上传',
})

/** Reads an uploaded Word document as the text of an article: its pictures become files of this site, the document goes. */
export const readWordDocument = (ctx: Ctx): Promise<Output<Endpoint>> =>
  withTemporaryFile(ctx, BOUND, async path => {
    await admitFormat(path)
    const { html, pictures, lost, notes } = await parse(path, ctx.address)
    let text = html
    for (const { key, type, name, bytes } of pictures) {
      const upload = { name: `${name}.${type.slice('image/'.length)}`, stream: Readable.from([bytes]) }
      try {
        const { id } = await uploadFile({ ...ctx, upload }, { use: 'picture' })
        text = text.replace(`src="${key}"`, `src="/api/file/${id}"`)
      } catch (error) {
        if (!isRefusal(error)) throw error
        lost.push(`${name}（${error.message}）`)
        text = text.replace(new RegExp(`<img[^>]*src="${key}"[^>]*>`), missingMedia('图', name))
      }
    }
    const cleaned = cleanForeignHtml(text)
    if (cleaned.html.trim() === '') throw invalid('文档中没有读出文字')
    if (cleaned.html.length > CONTENT_LIMIT) throw invalid('文档过长，超出一篇文章的上限，请分成几份后再上传')
    return { html: cleaned.html, notes: [...notes, ...cleaned.notes, ...lostPicturesNote(lost)] }
  })

/** Refuses other formats by what they are, whatever their name. */
async function admitFormat(path: string): Promise<void> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(1 << 20), 0, 1 << 20, 0)
    const bytes = buffer.subarray(0, bytesRead)
    if (bytes.subarray(0, 2).toString('latin1') === 'PK') return
    const holds = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'))
    if (bytes.subarray(0, 4).toString('hex') === 'd0cf11e0')
      throw invalid(
        holds('EncryptedPackage')
          ? '文档设有打开密码，请去掉密码后再上传'
          : '这是旧格式的文档（.doc 或 .wps），其中的文字无法可靠地读出，请在 Word 或 WPS 中另存为 .docx 后再上传',
      )
    throw invalid('这不是 Word 文档（.docx），请在 Word 或 WPS 中另存为 .docx 后再上传')
  } finally {
    await handle.close()
  }
}
