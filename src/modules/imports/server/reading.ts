import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Worker } from 'node:worker_threads'
import { invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { withTempDir } from '#lib/server/process/tempDir.ts'
import type { SheetState } from '#lib/server/sheets/bookReader.ts'
import type { TableCell } from '#lib/server/sheets/tableReader.ts'

/**
 * A row as the workbook has it; cells from column 1, numbered as Excel does. `isHidden`: by a filter or by hand. `filled`:
 * columns, from 1, that have the value of a merged cell above.
 */
export type SheetRow = { sheet: string; row: number; cells: TableCell[]; isHidden?: boolean; filled?: number[] }
/** A sheet before it is read: its number of rows that say anything, and the first of them. */
export type SheetSurvey = {
  name: string
  state: SheetState
  rows: number
  hiddenRows: number
  top: SheetRow[]
  /** Of a ZIP file: what lies beside the index and is not read, because no row names it or it is no text. */
  unread?: string[]
}
/** Answer of the reading thread to a request for the next rows. */
export type Portion = { rows: SheetRow[] } | { end: true } | { refusal: string }

export type Mark = { row: number; column: number; message: string }
export type Marking = {
  sheet: string
  heading: number
  marks: Mark[]
  onlyBad: boolean
  /** The sheet is too long to be held in memory as a whole. */
  isLong: boolean
}
/** `sheet`: the only one that is read; absent: all visible ones. */
export type SheetTask = { path: string; type: string; sheet?: string; survey?: true; marking?: Marking }
/** What the main thread asks the reading thread for: its next answer, of a surveyed file of this sheet. */
export type SheetRequest = { sheet?: string }

/** Timeouts in ms for one portion of rows. Marking or surveying a long file is a single portion. */
const PORTION_TIMEOUT_MS = 60_000
const MARKING_TIMEOUT_MS = 300_000
const UNREADABLE = '文件无法读取：可能已损坏，或内容过大；请用 Excel 或 WPS 另存为 .xlsx 后重新上传'

/** A file of the store as one on this disk, for as long as somebody works with it. */
export const withFile = <T>({ store, config }: Ctx, key: string, use: (path: string) => Promise<T>): Promise<T> =>
  withTempDir(config.dataDir, async scratch => {
    const path = join(scratch, 'file')
    await pipeline(await store.open(key), createWriteStream(path, { mode: 0o600 }))
    return use(path)
  })

/**
 * The rows of all sheets, some hundreds at a time. Read in a thread of its own with a limit of memory and of time: a
 * hostile file costs itself, not the server, and a long one keeps nobody waiting.
 */
export async function* readRows(work: SheetTask): AsyncGenerator<SheetRow[]> {
  const thread = startThread(work)
  try {
    yield* portionsOf(thread)
  } finally {
    thread.end()
  }
}

async function* portionsOf(thread: ReturnType<typeof startThread>, sheet?: string): AsyncGenerator<SheetRow[]> {
  for (;;) {
    const portion = (await thread.ask(sheet === undefined ? {} : { sheet })) as Portion
    if ('refusal' in portion) throw invalid(portion.refusal)
    if ('end' in portion) return
    yield portion.rows
  }
}

/**
 * What the file has, before any row of it is read, and then the rows of one sheet, read by the same thread; `end` stops
 * it.
 */
export async function openSurveyed(work: Pick<SheetTask, 'path' | 'type'>) {
  const thread = startThread({ ...work, survey: true })
  try {
    const answer = (await thread.ask()) as SheetSurvey[] | { refusal: string }
    if ('refusal' in answer) throw invalid(answer.refusal)
    return { sheets: answer, rowsOf: (sheet: string) => portionsOf(thread, sheet), end: thread.end }
  } catch (error) {
    thread.end()
    throw error
  }
}

/** The same workbook with what is wrong made visible. */
export async function markWorkbook(work: SheetTask & { marking: Marking }): Promise<Buffer> {
  const thread = startThread(work)
  try {
    return Buffer.from((await thread.ask()) as Uint8Array)
  } finally {
    thread.end()
  }
}

function startThread(work: SheetTask) {
  const worker = new Worker(new URL('./sheetThread.ts', import.meta.url), {
    workerData: work,
    // Empty environment: the thread parses untrusted files and must not see secrets.
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 16 },
  })
  const death = new Promise<never>((_, reject) =>
    worker.once('error', reject).once('exit', code => reject(new Error(`the reading thread ended with ${code}`))),
  )
  // Avoids an unhandled rejection when nothing waits for the thread any more.
  death.catch(() => {})
  const patience = work.marking?.isLong || work.survey ? MARKING_TIMEOUT_MS : PORTION_TIMEOUT_MS
  const ask = (request: SheetRequest = {}) => {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const clock = setTimeout(() => reject(new Error(`no answer within ${patience} ms`)), patience)
    worker.once('message', resolve)
    worker.postMessage(request)
    return Promise.race([promise, death])
      .catch(cause => {
        throw Object.assign(invalid(UNREADABLE), { cause })
      })
      .finally(() => clearTimeout(clock))
  }
  return { ask, end: () => void worker.terminate() }
}
