import { and, asc, count, eq, ne, sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import { type Ctx, nameOfActor, signedInActor } from '#lib/server/api/context.ts'
import { bindForm, elsewhere } from '#lib/server/forms/bindForm.ts'
import { storedRows } from '#lib/server/forms/formExceptions.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { isOwed } from '#modules/membership/server/feeRows.ts'
import { thisYear } from '#modules/membership/server/numbers.ts'
import { levelFee, member, memberFee, memberLevel } from '#modules/membership/server/tables.ts'
import { notifyHolders } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import type { levelsContract } from '../contract.ts'
import { feeChangeColumns, levelFields } from '../levelForm.ts'

const changed = defineTemplate({
  group: '工作人员',
  sms: '',
  code: 'desk.feesChanged',
  name: '会费标准已变更',
  title: '{级别}的会费标准已变更',
  content: '{同事}修改了{级别}的会费标准：{标准}。不知情的，请立即与其核对，并查看审计日志。',
  placeholders: { 同事: '金保华', 级别: '会员单位', 标准: '每年 2,000 元，2027 年起 2,400 元' },
})

/** Cashiers and administrators are told what members of a level are to pay from now on. */
async function notifyFeeChange(ctx: Ctx, level: string, rate: string): Promise<void> {
  const words = { 同事: nameOfActor(signedInActor(ctx)), 级别: level, 标准: rate }
  const texts = await renderTemplate(ctx, changed.code, words)
  await notifyHolders(ctx, 'staff:finance', { ...texts, kind: 'operation', sms: undefined, route: '/staff/levels' })
}

type Change = { fromYear: number; amount: number }
export type Level = typeof memberLevel.$inferSelect & { id: number; changes: Change[] }

const levelForm = bindForm(levelFields, memberLevel, {
  state: {
    read: ({ isOpen, isRetired }) => (isRetired ? 'retired' : isOpen ? 'open' : 'elected'),
    write: state => ({ isOpen: state === 'open', isRetired: state === 'retired' }),
  },
  changes: elsewhere,
}).besides({ sort: true })

export async function readLevels({ db }: Pick<Ctx, 'db'>): Promise<Level[]> {
  const levels = await db.select().from(memberLevel).orderBy(asc(memberLevel.sort), asc(memberLevel.code))
  const changes = await db.select().from(levelFee).orderBy(asc(levelFee.fromYear))
  return levels.map(level => ({
    ...level,
    id: level.code,
    changes: changes
      .filter(({ levelCode }) => levelCode === level.code)
      .map(({ fromYear, amount }) => ({ fromYear, amount })),
  }))
}

export const feeOf = ({ fee, changes }: { fee: number; changes: readonly Change[] }, year: number) =>
  changes.findLast(({ fromYear }) => fromYear <= year)?.amount ?? fee

/** A level as its form has it. */
export const levelValues = (level: Level) => ({ ...levelForm.valuesOf(level), changes: level.changes })

export const levelDesk = defineSiteRecords<Level, Output<(typeof levelsContract)['GET /staff/level/list']>>({
  objectType: 'memberLevel',
  called: '会员级别',
  who: 'staff:members',
  secondPerson: 'fees',
  fields: levelFields,
  read: readLevels,
  valuesOf: levelValues,
  facts: async ctx => {
    const members = await countBy(ctx.db, member)
    const year = thisYear(ctx)
    return level => ({
      code: level.code,
      fee: feeOf(level, year),
      nextFee: level.changes.find(({ fromYear }) => fromYear > year) ?? null,
      members: members.get(level.code) ?? 0,
    })
  },
  check,
  write,
  remove: ({ db }, { code }) => db.delete(memberLevel).where(eq(memberLevel.code, code)),
  uses: async ({ db }) => {
    const members = await countBy(db, member)
    const fees = await countBy(db, memberFee)
    return ({ code }) => (members.get(code) ?? 0) + (fees.get(code) ?? 0)
  },
  pack: { key: 'code' },
  order: {
    place: ({ db }, { code }, sort) => db.update(memberLevel).set({ sort }).where(eq(memberLevel.code, code)),
  },
})

async function countBy(db: Ctx['db'], table: typeof member | typeof memberFee): Promise<Map<number, number>> {
  const rows = await db.select({ code: table.levelCode, n: count() }).from(table).groupBy(table.levelCode)
  return new Map(rows.map(({ code, n }) => [code, n]))
}

async function write(ctx: Ctx, values: FormValues, before: Level | undefined): Promise<number> {
  const { db } = ctx
  const row = levelForm.rowOf(values)
  if (before) await db.update(memberLevel).set(row).where(eq(memberLevel.code, before.code))
  else
    await db.insert(memberLevel).values({ ...row, sort: sql`(select coalesce(max(sort), -1) + 1 from ${memberLevel})` })
  await db.delete(levelFee).where(eq(levelFee.levelCode, row.code))
  const changes = changesIn(values).map(change => ({ levelCode: row.code, ...change }))
  if (changes.length) await db.insert(levelFee).values(changes)
  const rate = rateOf({ fee: Number(values.fee), changes })
  if (before && rateOf(before) !== rate) await notifyFeeChange(ctx, before.name, rate)
  return row.code
}

/** 每年 2,000 元，2027 年起 2,400 元 */
const rateOf = ({ fee, changes }: { fee: number; changes: readonly Change[] }) =>
  [
    `每年 ${formatYuan(fee)} 元`,
    ...changes.map(({ fromYear, amount }) => `${fromYear} 年起 ${formatYuan(amount)} 元`),
  ].join('，')

const changesIn = (values: FormValues): Change[] =>
  storedRows(feeChangeColumns, values.changes as Change[]).toSorted((a, b) => a.fromYear - b.fromYear)

async function check(ctx: Ctx, values: FormValues, before: Level | undefined): Promise<FieldErrors> {
  const errors: FieldErrors = { ...changeFaults(values) }
  const levels = await readLevels(ctx)
  const same = levels.find(({ id, code, name }) => id !== before?.id && (code === values.code || name === values.name))
  if (same?.name === values.name) errors.name = `已有名为“${same?.name}”的级别`
  if (same && same.code === values.code) errors.code = `代号 ${same.code} 已用于“${same.name}”`
  if (values.numberPrefix && !/^[A-Z0-9][A-Z0-9-]{0,9}$/.test(String(values.numberPrefix)))
    errors.numberPrefix = '前缀应为 1 到 10 个大写字母或数字'
  if (before) Object.assign(errors, await usedFaults(ctx, values, before))
  return errors
}

function changeFaults({ changes }: FormValues): FieldErrors {
  const years = ((changes ?? []) as Partial<Change>[]).map(({ fromYear }) => fromYear)
  return Object.fromEntries(
    years.flatMap((year, i) =>
      year !== undefined && years.indexOf(year) < i ? [[`changes.${i}.fromYear`, `${year} 年已写过一次`]] : [],
    ),
  )
}

/** Returns errors for changes to values in use by members or raised fees; a fee may change only from a future year. */
export async function usedFaults({ db }: Ctx, values: FormValues, before: Level): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  const isUsed = (await db.$count(member, eq(member.levelCode, before.code))) > 0
  const raised = await db
    .selectDistinct({ year: memberFee.year })
    .from(memberFee)
    .innerJoin(receivable, isOwed)
    .where(and(eq(memberFee.levelCode, before.code), ne(receivable.state, 'cancelled')))
    .orderBy(asc(memberFee.year))
  if (values.code !== before.code && (isUsed || raised.length)) errors.code = '已有会员或会费用到它，代号不能再改'
  if (values.kind !== before.kind && isUsed) errors.kind = '已有会员，不能改为授予另一类会员'
  const after = { fee: Number(values.fee), changes: changesIn(values) }
  const rewritten = raised.find(({ year }) => feeOf(after, year) !== feeOf(before, year))
  if (rewritten) {
    const field = after.fee === before.fee ? 'changes' : 'fee'
    const [last, year] = [raised.at(-1)!.year, rewritten.year]
    errors[field] =
      `${year} 年度的会费已按 ${formatYuan(feeOf(before, year))} 元生成，不能再改；请在“会费调整”里从 ${last + 1} 年或更晚起调整`
  }
  return errors
}

export const levelHandlers: Handlers<typeof levelsContract> = {
  'GET /staff/level/list': ctx => levelDesk.list(ctx),
  'POST /staff/level/save': levelDesk.save,
  'POST /staff/level/move': levelDesk.move,
  'POST /staff/level/remove': levelDesk.remove,
}
