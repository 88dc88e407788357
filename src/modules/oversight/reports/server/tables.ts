import { boolean, date, integer, jsonb, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { createdAt, id, moment } from '#lib/server/database/columns.ts'
import type { ReportContent } from '../contract.ts'

export type ReportBlock = { block: string; title: string; text: string }

/** 理事会报告: which blocks it has, and to whom it is sent on the first of the month. */
export const councilReport = pgTable('council_report', {
  id: id(),
  name: text().notNull(),
  blocks: jsonb().$type<ReportBlock[]>().notNull(),
  isMonthly: boolean().notNull().default(false),
  /** The first of the month after it was switched on: it is not sent for months before. */
  monthlyFrom: date(),
  recipientIds: integer().array().notNull().default([]),
  sort: integer().notNull().default(0),
  createdAt: createdAt(),
})

/** A report that was sent, with its figures of that day: once for each month, by whichever process comes first. */
export const councilReportIssue = pgTable(
  'council_report_issue',
  {
    id: id(),
    /** Not a reference: what was sent stays when the report is deleted. */
    reportId: integer().notNull(),
    month: text().notNull(),
    content: jsonb().$type<ReportContent>().notNull(),
    recipientIds: integer().array().notNull(),
    sentTo: text().array().notNull(),
    countedAt: moment().notNull(),
  },
  table => [uniqueIndex('council_report_issue_once').on(table.reportId, table.month)],
)
