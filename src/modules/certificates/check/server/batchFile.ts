import type { Ctx } from '#lib/server/api/context.ts'
import { defineParser } from '#lib/server/parsers/parser.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { withPassingFile } from '#modules/files/server/passingFile.ts'

const LIMIT = 2 * MEGABYTE
const BOUND = { limit: LIMIT, tooLarge: `文件不能超过 ${LIMIT / MEGABYTE} MB，只留下编号一列就足够了` }

/** The certificate numbers in the file that came with the call. It is read and thrown away. */
export const readNumbers = (ctx: Ctx): Promise<string[]> =>
  withPassingFile(ctx, BOUND, path => parse(path, ctx.address))

const parse = defineParser<string, string[]>({
  script: new URL('./batchFileParser.ts', import.meta.url),
  runsIn: 'thread',
  timeoutMs: 10_000,
  memoryMb: 128,
  unreadable: '文件无法读取：请确认是没有密码的 XLSX 或 CSV 文件，或把编号复制到输入框中查验',
})
