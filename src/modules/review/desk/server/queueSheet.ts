import { dayOf, shortDay } from '#lib/dates.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { readStateWords } from '#modules/review/server/stateWords.ts'
import { readWorkingCalendar } from '#modules/settings/server/workingCalendar.ts'
import type { staffDeskContract } from '../deskContract.ts'
import { nextRows, type QueueRow, toQueueRow } from './queue.ts'

const BATCH = 1000

type Row = ReturnType<typeof toQueueRow> & { submittedOn: string }

const columns: Column<Row>[] = [
  { title: '编号', width: 18, value: row => row.number },
  { title: '事项', value: row => row.kindName },
  { title: '申请人', width: 40, value: row => row.applicant },
  { title: '申请内容', width: 40, value: row => row.matter },
  { title: '状态', width: 14, value: row => row.statusName },
  { title: '第几次提交', width: 12, value: row => row.revision },
  { title: '提交日期', width: 14, value: row => row.submittedOn },
  { title: '进入本状态', width: 14, value: row => shortDay(row.since) },
  { title: '等待天数', width: 10, value: row => row.waitingDays },
  { title: '期限', width: 14, value: row => row.deadline },
  { title: '是否逾期', width: 10, value: row => (row.overdue ? '是' : '') },
  { title: '负责人', width: 14, value: row => row.assigneeName },
]

export const queueSheetHandlers = {
  /** The queue as a workbook, exactly as it is filtered. */
  'GET /staff/review/export': async (ctx, asked) => {
    const calendar = await readWorkingCalendar(ctx)
    const words = await readStateWords(ctx)
    const today = dayOf(ctx.now)
    async function* rows() {
      for await (const row of inBatches<QueueRow>(last => nextRows(ctx, asked, last, BATCH)))
        yield {
          ...toQueueRow(row, { calendar, today, words }),
          submittedOn: row.submittedAt ? dayOf(row.submittedAt) : '',
        }
    }
    return sendWorkbook(`申请列表-${today}`, { name: '申请列表', columns, rows: rows() })
  },
} satisfies Partial<Handlers<typeof staffDeskContract>>
