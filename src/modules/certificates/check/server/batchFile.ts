import type { Ctx } from '#lib/server/api/context.ts'
import { serialize } from '#lib/server/process/serialize.ts'
import { readInThread } from '#lib/server/sheets/readerThread.ts'
import { MEGABYTE } from '#lib/uploads.ts'
import { withPassingFile } from '#modules/files/server/passingFile.ts'

const LIMIT = 2 * MEGABYTE
const BOUND = { limit: LIMIT, tooLarge: `文件不能超过 ${LIMIT / MEGABYTE} MB，只留下编号一列就足够了` }
const THREAD = new URL('./batchFileThread.ts', import.meta.url)
const UNREADABLE = '文件无法读取：请确认是没有密码的 XLSX 或 CSV 文件，或把编号复制到输入框中查验'

/** The certificate numbers in the file that came with the call. It is read and thrown away. */
export const readNumbers = (ctx: Ctx): Promise<string[]> => withPassingFile(ctx, BOUND, read)

/** One file at a time. */
const read = serialize(
  async (path: string): Promise<string[]> =>
    (await readInThread<{ numbers: string[] }>(THREAD, { path }, UNREADABLE)).numbers,
)
