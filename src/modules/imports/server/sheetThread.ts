import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { isRefusal } from '#lib/error.ts'
import type { Portion, SheetRequest, SheetRow, SheetTask } from './reading.ts'
import { rowsOf, surveySheets } from './sheets.ts'

const ROWS_PER_PORTION = 250
/** Maximum rows of one file; more than any register imports at once. */
const MAX_ROWS = 100_000

const work = workerData as SheetTask

async function* portions(sheet = work.sheet): AsyncGenerator<Portion> {
  let rows: SheetRow[] = []
  let count = 0
  for await (const row of rowsOf(sheet === undefined ? work : { ...work, sheet })) {
    if (++count > MAX_ROWS + 100) yield { refusal: '一次最多导入 100,000 行，请分成几个文件' }
    rows.push(row)
    if (rows.length < ROWS_PER_PORTION) continue
    yield { rows }
    rows = []
  }
  if (rows.length > 0) yield { rows }
  yield { end: true }
}

/** Loads the library that writes workbooks, which takes longer than to read most files, only where one is written. */
async function* marked(marking: NonNullable<SheetTask['marking']>) {
  const mark = marking.isLong ? (await import('./markingLong.ts')).markLong : (await import('./marking.ts')).markBook
  yield await mark(work, marking)
}

/** What the file has; then the rows of the sheet that the second request names. */
async function* surveyed() {
  yield await surveySheets(work)
  yield* portions(request.sheet)
}

let request: SheetRequest = {}
const answers: AsyncIterator<unknown> = work.marking ? marked(work.marking) : work.survey ? surveyed() : portions()

for await (const [asked] of on(parentPort!, 'message')) {
  request = asked
  const answer = await answers.next().catch(error => {
    // Refusals are shown to the user; other parser errors are thrown, since their text is of no use to them.
    if (isRefusal(error)) return { value: { refusal: error.message } }
    throw error
  })
  parentPort!.postMessage(answer.value)
}
