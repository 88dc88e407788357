import { utf16Of } from './csv.ts'

/** First bytes, in hexadecimal, of files that people choose by mistake instead of a list. */
const known: [start: string, name: string][] = [
  ['89504e47', '图片（PNG）'],
  ['ffd8ff', '图片（JPEG）'],
  ['47494638', '图片（GIF）'],
  ['424d', '图片（BMP）'],
  ['49492a00', '图片（TIFF）'],
  ['4d4d002a', '图片（TIFF）'],
  ['25504446', 'PDF 文件'],
  ['52617221', '压缩文件（RAR）'],
  ['377abcaf', '压缩文件（7z）'],
  ['1f8b', '压缩文件（GZIP）'],
]
const riff = '52494646'
/** Bytes searched for zero bytes, which no text but UTF-16 contains. */
const SEARCHED_BYTES = 64 * 1024

/**
 * Names the type of a file that is not text, by its content and whatever its name says; undefined: it may be a CSV
 * file.
 */
export function binaryIn(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 4)).toString('hex')
  if (start === riff) return '图片或音视频'
  const found = known.find(([signature]) => start.startsWith(signature))
  // A text may begin with “BM”, and has no zero byte.
  const isBinary = bytes.subarray(0, SEARCHED_BYTES).includes(0) && !utf16Of(bytes)
  if (found && (found[0] !== '424d' || isBinary)) return found[1]
  return isBinary ? '二进制文件' : undefined
}

/** The sentence for who chose it. */
export const notAText = (bytes: Uint8Array): string | undefined => {
  const what = binaryIn(bytes)
  return what && `这是${what}，不是表格：请上传 XLSX、XLS 或 CSV 文件`
}
