import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { invoiceStateNames, requestedStates } from '#modules/training/invoiceWords.ts'
import { course, registration } from '#modules/training/server/tables.ts'
import type { staffInvoiceContract } from '../contract.ts'
import { type InvoiceRow, matchingInvoices, readInvoices, toInvoices } from './invoiceQueries.ts'

type Endpoints = typeof staffInvoiceContract

export const invoiceListHandlers = {
  'GET /staff/training/invoices': async (ctx, asked) => {
    const where = matchingInvoices(asked)
    const [rows, total] = await Promise.all([
      readInvoices(ctx, where).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${registration} where ${where}`),
    ])
    return toPage(await toInvoices(ctx, rows), total, asked)
  },
  'GET /staff/training/invoice/totals': async ({ db }, asked) => {
    const [sums, courses] = await Promise.all([
      db
        .select({
          state: registration.invoiceState,
          count: sql`count(*)`.mapWith(Number),
          amount: sql`sum(${registration.totalFee})`.mapWith(Number),
        })
        .from(registration)
        .where(matchingInvoices(asked))
        .groupBy(registration.invoiceState),
      db
        .selectDistinct({ id: course.id, title: course.title })
        .from(registration)
        .innerJoin(course, eq(course.id, registration.courseId))
        .where(matchingInvoices({}))
        .orderBy(desc(course.id)),
    ])
    const states = requestedStates.flatMap(state => {
      const { count = 0, amount = 0 } = sums.find(one => one.state === state) ?? {}
      return count ? [{ state, stateName: invoiceStateNames[state], count, amount }] : []
    })
    return { states, courses }
  },
  'GET /staff/training/invoice/export': async (ctx, asked) => {
    const rows = inBatches<InvoiceRow>(async last => {
      const next = last && lt(registration.id, last.id)
      return toInvoices(ctx, await readInvoices(ctx, and(matchingInvoices(asked), next)).limit(1000))
    })
    return sendWorkbook(`培训发票-${dayOf(ctx.now)}`, { name: '培训发票', columns: exported, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

const exported: Column<InvoiceRow>[] = [
  { title: '报名编号', width: 16, value: ({ number }) => number },
  { title: '培训班', width: 36, value: ({ courseTitle }) => courseTitle },
  { title: '报名单位或个人', width: 36, value: ({ name }) => name },
  { title: '金额', width: 12, value: ({ amount }) => amount },
  { title: '汇款日期', width: 12, value: ({ paidOn }) => paidOn },
  { title: '付款人', width: 36, value: ({ payer }) => payer },
  { title: '发票种类', width: 18, value: ({ kindName }) => kindName },
  { title: '抬头类型', width: 10, value: ({ titleTypeName }) => titleTypeName },
  { title: '发票抬头', width: 36, value: ({ title }) => title },
  { title: '纳税人识别号', width: 22, value: ({ taxNumber }) => taxNumber },
  { title: '注册地址', width: 36, value: ({ regAddress }) => regAddress },
  { title: '注册电话', width: 16, value: ({ regPhone }) => regPhone },
  { title: '开户银行', width: 30, value: ({ bank }) => bank },
  { title: '银行账号（部分）', width: 18, value: ({ bankAccount }) => bankAccount },
  { title: '接收邮箱', width: 28, value: ({ email }) => email },
  { title: '开票状态', width: 10, value: ({ stateName }) => stateName },
  { title: '发票号码', width: 24, value: ({ invoiceNumber }) => invoiceNumber },
  { title: '开票日期', width: 12, value: ({ issuedOn }) => issuedOn },
  { title: '退回理由', width: 30, value: ({ reason }) => reason },
]
