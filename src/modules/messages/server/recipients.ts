import type { SQL } from 'drizzle-orm'
import { forbidden, invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { mayUse } from '#lib/server/api/permissionLimits.ts'
import type { AudienceFilter } from './audience.ts'

/** Records of a register that somebody can be written to about. The module that keeps them says who is behind them. */
type Recipients = {
  permission: `staff:${string}`
  /** Measure word and noun: 个会员. */
  unit: string
  /** A query of the ids of the accounts behind some of them. */
  accounts: (ctx: Ctx, ids: number[]) => SQL
  /** A query of the ids of the organisations among them: those without an account are told by their contact. */
  companies?: (ctx: Ctx, ids: number[]) => SQL
}

const known = new Map<string, Recipients>()

export function defineRecipients(register: string, of: Recipients): void {
  if (known.has(register)) throw new Error(`there are two kinds of recipients ${register}`)
  known.set(register, of)
}

/** Finds whom it was chosen to write to; undefined where they were not picked one by one. */
export function chosenRecipients(
  ctx: Ctx,
  { register, ids }: AudienceFilter,
): { accounts: SQL; companies: SQL | undefined; words: string } | undefined {
  if (!register && !ids) return
  const of = known.get(register ?? '')
  if (!of) throw invalid('请说明收件人来自哪个名册', { register: '没有这个名册' })
  if (!ids) throw invalid('请先选择收件人', { ids: '请先选择收件人' })
  if (!mayUse(ctx, of.permission)) throw forbidden('没有查看这个名册的权限')
  return {
    accounts: of.accounts(ctx, ids),
    companies: of.companies?.(ctx, ids),
    words: `所选的 ${ids.length} ${of.unit}`,
  }
}
