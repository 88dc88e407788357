import { conflict, invalid } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { formatYuan } from '#lib/money.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { lockObjectType, versionOf } from '#modules/audit/server/changes.ts'
import { feeOf, type Level, levelDesk, levelValues, readLevels, usedFaults } from './levelDesk.ts'

/** A fee schedule that a meeting decides on: what each of these levels pays from a year on. */
export type FeeDecision = { fromYear: number; fees: readonly { levelCode: number; amount: number }[] }
/** What stood for that year before; null: nothing did. */
export type FeesBefore = { levelCode: number; amount: number | null }[]

type Values = FormValues & { changes: { fromYear: number; amount: number }[] }

const withChange = (level: Level, fromYear: number, amount: number | null): Values => ({
  ...levelValues(level),
  changes: [
    ...level.changes.filter(change => change.fromYear !== fromYear),
    ...(amount === null ? [] : [{ fromYear, amount }]),
  ],
})

/** 会员单位：自 2027 年起每年 2,400 元（现为 2,000 元）. */
export async function feeSentences(ctx: Pick<Ctx, 'db'>, { fromYear, fees }: FeeDecision): Promise<string[]> {
  const levels = await readLevels(ctx)
  return fees.map(({ levelCode, amount }) => {
    const level = levels.find(({ code }) => code === levelCode)
    const now = level ? `（此前为 ${formatYuan(feeOf(level, fromYear - 1))} 元）` : ''
    return `会费标准自 ${fromYear}-01-01 起：${level?.name ?? `级别 ${levelCode}`}每年 ${formatYuan(amount)} 元${now}`
  })
}

/** What is wrong with the schedule today, by `fees.0.amount`. */
export async function feeDecisionFaults(ctx: Ctx, { fromYear, fees }: FeeDecision): Promise<FieldErrors> {
  const levels = await readLevels(ctx)
  const wrong: FieldErrors = {}
  if (fees.length === 0) wrong.fees = '请写明至少一个级别的会费'
  for (const [i, { levelCode, amount }] of fees.entries()) {
    const level = levels.find(({ code }) => code === levelCode)
    if (!level) wrong[`fees.${i}.levelCode`] = '没有这个会员级别'
    else if (fees.findIndex(one => one.levelCode === levelCode) < i) wrong[`fees.${i}.levelCode`] = '这个级别写了两次'
    else {
      const [fault] = Object.values(await usedFaults(ctx, withChange(level, fromYear, amount), level))
      if (fault) wrong[`fees.${i}.amount`] = `${level.name}：${fault}`
    }
  }
  return wrong
}

/** Puts the schedule into force, in the caller's transaction. Cashiers are told as of any change of fees. */
export async function applyFeeDecision(tx: Ctx, of: FeeDecision): Promise<FeesBefore> {
  await lockObjectType(tx, 'memberLevel')
  const wrong = await feeDecisionFaults(tx, of)
  if (Object.keys(wrong).length > 0) throw invalid('会费调整现在不能生效', wrong)
  const levels = await readLevels(tx)
  const before: FeesBefore = []
  for (const { levelCode, amount } of of.fees) {
    const level = levels.find(({ code }) => code === levelCode)!
    before.push({ levelCode, amount: level.changes.find(({ fromYear }) => fromYear === of.fromYear)?.amount ?? null })
    await changeFee(tx, level, of.fromYear, amount)
  }
  return before
}

/** Takes a schedule back that nobody has paid by, and that still stands as it was decided. */
export async function takeBackFeeDecision(tx: Ctx, of: FeeDecision, before: FeesBefore): Promise<void> {
  await lockObjectType(tx, 'memberLevel')
  const levels = await readLevels(tx)
  for (const { levelCode, amount } of before) {
    const level = levels.find(({ code }) => code === levelCode)
    const decided = of.fees.find(fee => fee.levelCode === levelCode)!.amount
    if (!level) throw conflict(`会员级别 ${levelCode} 已删除`)
    if (level.changes.find(({ fromYear }) => fromYear === of.fromYear)?.amount !== decided)
      throw conflict(`${level.name} ${of.fromYear} 年起的会费已另行修改`)
    const [fault] = Object.values(await usedFaults(tx, withChange(level, of.fromYear, amount), level))
    if (fault) throw conflict(`${level.name}：${fault}`)
    await changeFee(tx, level, of.fromYear, amount)
  }
}

/** Changes the level as staff would on its form: with its checks, its line in the log and its messages. */
const changeFee = (tx: Ctx, level: Level, fromYear: number, amount: number | null) =>
  levelDesk.save(tx, {
    id: level.id,
    version: versionOf(levelValues(level)),
    form: withChange(level, fromYear, amount),
  })
