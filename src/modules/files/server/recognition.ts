import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'
import { invalid } from '#lib/error.ts'
import { utf16Of } from '#lib/server/sheets/csv.ts'
import { partsOf } from '#lib/server/sheets/zipReader.ts'
import { describeRule, extensionOf, type FileExtension, type FileUse, ruleOf } from '#lib/uploads.ts'

/** Detects the type of a file from its content, whatever its name; throws if its use does not allow the type. */
export async function recognise(path: string, use: FileUse): Promise<FileExtension> {
  const found = await fileTypeFromFile(path).catch(() => undefined)
  if (/^image\/hei[cf]/.test(found?.mime ?? ''))
    throw invalid('暂不支持 HEIC 照片：请在手机“设置 › 相机 › 格式”中选择“兼容性最佳”后重新拍摄，或转换为 JPG 后再上传')
  // A moving PNG is read as the still picture it also is.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  const { takes } = ruleOf(use)
  const known =
    mime === OLD_OFFICE
      ? await oldOfficeOf(path)
      : // A workbook of Excel 2003 in XML is read as the text that it is.
        mime && !(mime === 'application/xml' && takes.includes('csv'))
        ? extensionOf(mime)
        : (await isText(path))
          ? 'csv'
          : undefined
  const ext = known === 'zip' && takes.includes('ofd') && (await isOfd(path)) ? 'ofd' : known
  if (!ext || !takes.includes(ext))
    throw invalid(`不支持这种文件（按内容判断，与文件名无关），请上传 ${describeRule(use)}的文件`)
  return ext
}

/** The container in which Office kept its files up to 2003. */
const OLD_OFFICE = 'application/x-cfb'

/** Detects old Office files by the names of their streams; throws if there are macros. */
async function oldOfficeOf(path: string): Promise<FileExtension | undefined> {
  const bytes = await readFile(path)
  const holds = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'))
  if (holds('EncryptedPackage'))
    throw invalid('文件带有打开密码，无法读取：请用 Excel、Word 或 WPS 打开，去掉密码后保存，再重新上传')
  if (holds('_VBA_PROJECT')) throw invalid('文件含有宏，请另存为不含宏的文件后上传')
  if (holds('WordDocument')) return 'doc'
  // Covers WPS files, too: .wps, .et and .dps have the same structure.
  if (holds('PowerPoint Document')) return 'ppt'
  return holds('Workbook') || holds('Book') ? 'xls' : undefined
}

/** A document of the national standard for layouts (GB/T 33190) is a ZIP file that says so by its first part. */
const isOfd = async (path: string) => (await partsOf(path)).some(({ name }) => name === 'OFD.xml')

/** A text has no mark by which to know it; no other kind of file is without zero bytes, but for UTF-16. */
async function isText(path: string): Promise<boolean> {
  if (utf16Of(await firstBytes(path))) return true
  for await (const chunk of createReadStream(path)) if (chunk.includes(0)) return false
  return true
}

async function firstBytes(path: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = []
  for await (const chunk of createReadStream(path, { end: 64 * 1024 - 1 })) parts.push(chunk)
  return Buffer.concat(parts)
}

const MAX_NAME = 120
/** Characters that are special to a file system or a shell, or invisible. */
const UNWANTED = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}<>:"|?*]/gu

/** The name as its owner knows it, without a path, and with the ending that tells the truth. */
export function cleanName(given: string, ext: FileExtension): string {
  const last = given.toWellFormed().normalize('NFC').split(/[\\/]/).at(-1)!
  const stem = last
    .replace(UNWANTED, '')
    .replace(/\.[a-z][a-z0-9]{0,4}$/i, '')
    .replace(/^[\s.]+|[\s.]+$/g, '')
  return `${[...stem].slice(0, MAX_NAME - ext.length - 1).join('') || '未命名'}.${ext}`
}
