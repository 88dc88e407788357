import { sql } from 'drizzle-orm'
import {
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
} from 'drizzle-orm/pg-core'
import { createdAt, id, idOf, moment, updatedAt } from '#lib/server/database/columns.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { organisation } from '#modules/members/server/tables.ts'
import type { Rule } from '../checks.ts'
import { frequencies } from '../periods.ts'
import { type ReleasedTables, reportStates, sizes } from '../statisticsWords.ts'

/** 指标 */
export const statisticsIndicator = pgTable('statistics_indicator', {
  id: id(),
  code: text().notNull().unique(),
  name: text().notNull(),
  unit: text().notNull(),
  definition: text().notNull(),
  decimals: integer().notNull().default(0),
  mayBeNegative: boolean().notNull().default(false),
  isOpen: boolean().notNull().default(true),
  sort: integer().notNull().default(0),
})

/** A cell of a form: an indicator with the bounds within which a company's value is plausible. */
export type FormCell = {
  indicator: string
  isRequired: boolean
  low: number | null
  high: number | null
  times: number | null
}

/** 统计表: what is asked, how often, until when, what is checked, and what may be published. */
export const statisticsForm = pgTable('statistics_form', {
  id: id(),
  code: text().notNull().unique(),
  name: text().notNull(),
  frequency: text({ enum: frequencies }).notNull(),
  dueDays: integer().notNull(),
  /** Days after the due day, negative before it, on which who has not reported is reminded. */
  remindDays: integer().array().notNull().default([]),
  note: text().notNull().default(''),
  cells: jsonb().$type<FormCell[]>().notNull(),
  rules: jsonb().$type<Rule[]>().notNull().default([]),
  minContributors: integer().notNull().default(3),
  maxShare: doublePrecision().notNull().default(75),
  margin: doublePrecision().notNull().default(10),
  isOpen: boolean().notNull().default(true),
  sort: integer().notNull().default(0),
})

/** 填报单位: a company that reports by a form from one period to another, with the groups in which it is counted. */
export const statisticsReporter = pgTable(
  'statistics_reporter',
  {
    id: id(),
    formId: idOf(() => statisticsForm.id),
    organisationId: idOf(() => organisation.id),
    /** Code of the dictionary of trades; empty: none. */
    trade: text().notNull().default(''),
    size: text({ enum: sizes }).notNull(),
    fromPeriod: text().notNull(),
    /** Last period; null: still reports. */
    toPeriod: text(),
    /** The company that it was split off from, with which it is compared as one. */
    predecessorId: integer(),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
  },
  // No key: where two companies are merged, each keeps the reports that it made.
  table => [index().on(table.formId, table.organisationId), index().on(table.organisationId)],
)

/** 报表: one company's report for one period; opened when the period has ended. */
export const statisticsReport = pgTable(
  'statistics_report',
  {
    id: id(),
    formId: idOf(() => statisticsForm.id),
    reporterId: idOf(() => statisticsReporter.id),
    period: text().notNull(),
    dueOn: date().notNull(),
    state: text({ enum: reportStates }).notNull().default('open'),
    values: jsonb().$type<Record<string, number | null>>().notNull().default({}),
    /** Explanations of broken rules, by the key of the fault. */
    explanations: jsonb().$type<Record<string, string>>().notNull().default({}),
    /** What is to be corrected, by cell. */
    remarks: jsonb().$type<Record<string, string>>().notNull().default({}),
    submittedAt: moment(),
    submittedName: text().notNull().default(''),
    acceptedAt: moment(),
    acceptedBy: integer().references(() => account.id),
    version: integer().notNull().default(1),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  table => [
    unique().on(table.reporterId, table.period),
    index().on(table.formId, table.period, table.state),
    index().on(table.createdAt.desc(), table.id.desc()),
  ],
)

/** Reminders that were sent, each step once. */
export const statisticsReminder = pgTable(
  'statistics_reminder',
  { reportId: idOf(() => statisticsReport.id, { onDelete: 'cascade' }), step: integer().notNull(), at: createdAt() },
  table => [primaryKey({ columns: [table.reportId, table.step] })],
)

/** 口径变动: a period from which a series cannot be compared with what was before. */
export const statisticsBreak = pgTable(
  'statistics_break',
  {
    id: id(),
    formId: idOf(() => statisticsForm.id),
    period: text().notNull(),
    /** Code of the indicator; empty: all of the form. */
    indicator: text().notNull().default(''),
    explanation: text().notNull(),
  },
  table => [unique().on(table.formId, table.period, table.indicator)],
)

/** 公布: the sums of a period, fixed when they were made, public from `releaseAt` on. */
export const statisticsRelease = pgTable(
  'statistics_release',
  {
    id: id(),
    formId: idOf(() => statisticsForm.id),
    period: text().notNull(),
    revision: integer().notNull(),
    releaseAt: moment().notNull(),
    tables: jsonb().$type<ReleasedTables>().notNull(),
    /** Keys of the withheld cells by indicator, which the next period has to protect as well. */
    withheld: jsonb().$type<Record<string, string[]>>().notNull(),
    /** Why it replaces a former one; empty for the first. */
    note: text().notNull().default(''),
    cancelledAt: moment(),
    createdBy: idOf(() => account.id),
    createdAt: createdAt(),
  },
  table => [
    unique().on(table.formId, table.period, table.revision),
    index('statistics_release_public').on(table.formId, table.releaseAt).where(sql`cancelled_at is null`),
  ],
)
