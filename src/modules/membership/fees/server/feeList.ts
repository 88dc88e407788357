import { and, asc, desc, lt, or, sql } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { sumAmounts } from '#lib/money.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { countOf } from '#lib/server/database/counting.ts'
import { type Column, inBatches, sendWorkbook } from '#lib/server/sheets/workbook.ts'
import { isOpenReceivable, receivableStateNames, receivableStates } from '#modules/ledger/ledgerWords.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import type { staffFeesContract } from '../contract.ts'
import { type FeeRow, joined, matchingFees, readFees, toFee } from './feeQueries.ts'

type Endpoints = typeof staffFeesContract

export const feeListHandlers = {
  'GET /staff/fee/list': async (ctx, asked) => {
    const where = matchingFees(ctx, asked)
    const [rows, total] = await Promise.all([
      readFees(ctx, where).limit(asked.pageSize).offset(offset(asked)),
      countOf(ctx.db, sql`select 1 from ${joined} where ${where ?? sql`true`}`),
    ])
    return toPage(
      rows.map(row => toFee(ctx, row)),
      total,
      asked,
    )
  },
  'GET /staff/fee/totals': async (ctx, asked) => {
    const { rows } = await ctx.db.execute<{
      state: (typeof receivableStates)[number]
      n: number
      amount: string
      less: string
    }>(
      sql`select ${receivable.state} state, count(*) n, sum(${receivable.amount}) amount,
          sum(coalesce(${memberFee.standard} - ${receivable.amount}, 0)) less
        from ${joined} where ${matchingFees(ctx, asked) ?? sql`true`} group by 1`,
    )
    const states = receivableStates.flatMap(state => {
      const row = rows.find(one => one.state === state)
      return row ? [{ state, stateName: receivableStateNames[state], count: row.n, amount: Number(row.amount) }] : []
    })
    const sum = (of: typeof states) => sumAmounts(of.map(({ amount }) => amount))
    const counted = states.filter(({ state }) => state !== 'cancelled')
    const years = await ctx.db.selectDistinct({ year: memberFee.year }).from(memberFee).orderBy(desc(memberFee.year))
    return {
      count: counted.reduce((total, { count }) => total + count, 0),
      due: sum(counted),
      states,
      paid: sum(states.filter(({ state }) => state === 'confirmed')),
      open: sum(states.filter(({ state }) => isOpenReceivable(state))),
      waived: sumAmounts(rows.map(({ less }) => Number(less))),
      years: years.map(({ year }) => year),
      levels: await ctx.db
        .select({ code: memberLevel.code, name: memberLevel.name })
        .from(memberLevel)
        .orderBy(asc(memberLevel.sort)),
    }
  },
  'GET /staff/fee/export': async (ctx, asked) => {
    const rows = inBatches<FeeRow>(last => {
      const next =
        last &&
        or(
          lt(memberFee.year, last.fee.year),
          and(sql`${memberFee.year} = ${last.fee.year}`, lt(memberFee.id, last.fee.id)),
        )
      return readFees(ctx, and(matchingFees(ctx, asked), next)).limit(1000)
    })
    return sendWorkbook(`会费-${dayOf(ctx.now)}`, { name: '会费', columns: exported, rows })
  },
} satisfies Partial<Handlers<Endpoints>>

const exported: Column<FeeRow>[] = [
  { title: '年度', width: 8, value: ({ fee }) => fee.year },
  { title: '会员编号', width: 18, value: ({ number }) => number },
  { title: '名称', width: 36, value: ({ name }) => name },
  { title: '级别', width: 14, value: ({ levelName }) => levelName },
  { title: '应缴金额', width: 12, value: ({ fee }) => fee.amount },
  { title: '标准金额', width: 12, value: ({ fee }) => fee.standard },
  { title: '减免原因', width: 24, value: ({ fee }) => fee.adjustReason },
  { title: '状态', width: 12, value: ({ fee }) => receivableStateNames[fee.state] },
  { title: '缴费期限', width: 12, value: ({ fee }) => fee.dueOn },
  { title: '汇款日期', width: 12, value: ({ fee }) => fee.paidOn },
  { title: '付款人', width: 36, value: ({ fee }) => fee.payer },
  { title: '票据抬头', width: 36, value: ({ fee }) => fee.receiptTitle },
  { title: '统一社会信用代码', width: 22, value: ({ fee }) => fee.receiptCreditCode },
  { title: '接收票据的邮箱', width: 28, value: ({ fee }) => fee.receiptEmail },
  { title: '票据号码', width: 16, value: ({ fee }) => fee.receiptNumber },
]
