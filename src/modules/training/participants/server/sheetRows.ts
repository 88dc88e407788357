import { serialize } from '#lib/server/process/serialize.ts'
import { readInThread } from '#lib/server/sheets/readerThread.ts'

/** `null`: a number that has lost its last digits. */
export type SheetRow = { row: number; cells: (string | null)[] }

const THREAD = new URL('./sheetThread.ts', import.meta.url)
const UNREADABLE = 'Excel 文件无法读取：请确认没有加密，另存为 XLSX 后再上传，或直接在页面上填写'

/** One file at a time. */
export const readSheet = serialize(
  async (path: string, most: number): Promise<SheetRow[]> =>
    (await readInThread<{ rows: SheetRow[] }>(THREAD, { path, most }, UNREADABLE)).rows,
)
