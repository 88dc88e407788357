import { fileSize } from '#lib/size.ts'
import { MEGABYTE } from '#lib/uploads.ts'

/** How many files go with a message to many, and how large they may be together; what goes by mail as well. In bytes. */
export const MOST_FILES = 5
const ALL = 20 * MEGABYTE
export const MAILABLE = 5 * MEGABYTE

type Sized = { size?: number }

export const sizeOf = (files: readonly Sized[]): number => files.reduce((sum, { size = 0 }) => sum + size, 0)

/** What is wrong with them, in words; undefined: nothing. */
export function tooMuch(files: readonly Sized[]): string | undefined {
  const size = sizeOf(files)
  if (size <= ALL) return
  return `附件合计 ${fileSize(size)}，超过 ${ALL / MEGABYTE} MB，请去掉或压缩其中一些`
}

/** Which way they go: as many mail programs refuse what is larger, mails then say where they are. */
export function filesHint(files: readonly Sized[]): string {
  const size = sizeOf(files)
  if (size === 0)
    return `随站内消息，最多 ${MOST_FILES} 个，合计不超过 ${ALL / MEGABYTE} MB；合计不超过 ${MAILABLE / MEGABYTE} MB 的也随邮件`
  const way = size <= MAILABLE ? '也随邮件' : '不随邮件，收件人在站内消息里下载'
  return `${files.length} 个附件，合计 ${fileSize(size)}：随站内消息，${way}`
}
