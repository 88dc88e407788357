import { fileSize } from '#lib/size.ts'
import { MEGABYTE } from '#lib/uploads.ts'

/**
 * Maximum number of attachments of a mailing, their maximum total size, and the maximum that is attached to mails. In
 * bytes.
 */
export const MAX_FILES = 5
const MAX_TOTAL_BYTES = 20 * MEGABYTE
export const MAX_MAILED_BYTES = 5 * MEGABYTE

type Sized = { size?: number }

export const totalSize = (files: readonly Sized[]): number => files.reduce((sum, { size = 0 }) => sum + size, 0)

/** Returns the error message for too many or too large files; undefined: none. */
export function filesFault(files: readonly Sized[]): string | undefined {
  const size = totalSize(files)
  if (size <= MAX_TOTAL_BYTES) return
  return `附件合计 ${fileSize(size)}，超过 ${MAX_TOTAL_BYTES / MEGABYTE} MB，请去掉或压缩其中一些`
}

/**
 * Explains how files are delivered: larger ones are not attached to mails, since many mail servers refuse them; the
 * mail links to the member centre.
 */
export function filesHint(files: readonly Sized[]): string {
  const size = totalSize(files)
  if (size === 0)
    return `随站内消息，最多 ${MAX_FILES} 个，合计不超过 ${MAX_TOTAL_BYTES / MEGABYTE} MB；合计不超过 ${MAX_MAILED_BYTES / MEGABYTE} MB 的也随邮件`
  const way = size <= MAX_MAILED_BYTES ? '也随邮件' : '不随邮件，收件人在站内消息里下载'
  return `${files.length} 个附件，合计 ${fileSize(size)}：随站内消息，${way}`
}
