import { z } from 'zod'
import type { Contract } from '#lib/contract.ts'
import { int, month } from '#lib/form/fields.ts'
import { paged } from '#lib/paging.ts'
import { listing, type RecordType, siteRecord } from '#modules/settings/records.ts'

export const reportRecords = {
  councilReport: {
    who: 'staff:decide',
    readBy: 'staff:statistics',
    called: '理事会报告',
    /** `lastMonth`: of the report that was sent last. */
    list: listing(siteRecord.extend({ lastMonth: z.string().nullable() })),
  },
} as const satisfies Record<string, RecordType>

/** What a section prints: own words, and a table unless it has only words. */
const section = z.object({
  title: z.string(),
  text: z.string(),
  table: z.object({ note: z.string(), columns: z.array(z.string()), rows: z.array(z.array(z.string())) }).nullable(),
})

/** A report as it was counted; what was sent is never counted again. */
export const reportContent = z.object({
  association: z.string(),
  colour: z.string().nullable(),
  title: z.string(),
  month: z.string(),
  countedAt: z.string(),
  sections: z.array(section),
})
export type ReportContent = z.output<typeof reportContent>
export type ReportSection = ReportContent['sections'][number]

const format = z.enum(['pdf', 'docx'], '应为 pdf 或 docx')

export const reportContract = {
  'GET /staff/report/preview': {
    who: 'staff:statistics',
    summary: '预览一份报告：现在统计的内容；不写月份为上个月',
    input: z.object({ id: int, month: month.optional() }),
    output: reportContent,
    example: { id: 1, month: '2026-11' },
  },
  'GET /staff/report/file': {
    who: 'staff:statistics',
    summary: '下载一份报告（PDF 或 Word，内容相同），现在统计',
    input: z.object({ id: int, month: month.optional(), format }),
    output: 'file',
    example: { id: 1, month: '2026-11', format: 'docx' },
  },
  'GET /staff/report/sent': {
    who: 'staff:statistics',
    summary: '发送过的报告，新的在前：何时统计、发给了谁',
    ...paged(
      { reportId: int.optional() },
      z.object({
        id: z.int(),
        name: z.string(),
        month: z.string(),
        countedAt: z.string(),
        sentTo: z.array(z.string()),
      }),
    ),
    example: { pageNum: 1, pageSize: 20 },
  },
  'GET /staff/report/issue': {
    who: 'staff',
    summary: '发送过的一份报告，按发送时统计的内容；收到它的同事和可以查看统计的同事能看',
    input: z.object({ id: int }),
    output: reportContent.extend({ id: z.int() }),
    example: { id: 1 },
  },
  'GET /staff/report/issue/file': {
    who: 'staff',
    summary: '下载发送过的一份报告（PDF 或 Word）',
    input: z.object({ id: int, format }),
    output: 'file',
    example: { id: 1, format: 'pdf' },
  },
} as const satisfies Contract
