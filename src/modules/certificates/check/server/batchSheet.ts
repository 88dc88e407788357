import type { Download } from '#lib/contract.ts'
import { minute } from '#lib/dates.ts'
import { type Column, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import type { Batch, BatchRow } from './batchRow.ts'

/** The result of a batch as a workbook, with the day that was asked for beside each number: rows get copied. */
export const sendBatch = ({ date, checkedAt, rows }: Pick<Batch, 'date' | 'checkedAt' | 'rows'>): Download =>
  sendWorkbook(`证书查验结果-${date}`, { name: '查验结果', columns: columnsOf(date, checkedAt), rows })

const columnsOf = (date: string, checkedAt: string): Column<BatchRow>[] => [
  { title: '编号', width: 26, value: ({ number, certificate }) => certificate?.certNo ?? number },
  { title: '结果', width: 12, value: ({ statusName }) => statusName },
  { title: '持证单位或人', width: 32, value: ({ certificate }) => certificate?.holderName },
  { title: '种类', width: 26, value: ({ certificate }) => certificate?.kindName },
  { title: '级别', width: 10, value: ({ certificate }) => certificate?.levelName },
  { title: '发证日期', width: 12, value: ({ certificate }) => certificate?.issueDate },
  { title: '有效期至', width: 12, value: ({ certificate }) => certificate && (certificate.validTo ?? '长期') },
  { title: '查验日期', width: 12, value: () => date },
  { title: '说明', width: 50, value: ({ note }) => note },
  { title: '查验时间', width: 18, value: () => minute(checkedAt) },
]
