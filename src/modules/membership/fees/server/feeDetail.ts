import { and, asc, eq, sql } from 'drizzle-orm'
import type { Output } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { isWithin, mayUse, refuseOutside } from '#lib/server/api/permissionLimits.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { lineOf } from '#modules/ledger/statements/server/lineOf.ts'
import { MEMBER_FEE } from '#modules/membership/feeWords.ts'
import type { Fee } from '#modules/membership/server/feeRows.ts'
import { memberFee } from '#modules/membership/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { staffFeesContract } from '../contract.ts'
import { readFees, toFee } from './feeQueries.ts'

type Detail = Output<(typeof staffFeesContract)['GET /staff/fee/detail']>

export const feeDetailHandlers = {
  'GET /staff/fee/detail': async (ctx, { id }) => {
    const [row] = await readFees(ctx, eq(memberFee.id, id))
    if (!row) throw notFound('这笔会费不存在')
    refuseOutside(ctx, 'staff:financeReading', row.provinceCode)
    const { fee } = row
    const files = await fileInfos(
      ctx,
      [fee.slipId, fee.receiptFileId].filter(id => id !== null),
    )
    const line = await lineOf(ctx, receivableIdOf(MEMBER_FEE, id))
    return {
      ...toFee(ctx, row),
      adjustReason: fee.adjustReason,
      returnReason: fee.returnReason,
      receiptTitle: fee.receiptTitle,
      receiptCreditCode: fee.receiptCreditCode,
      receiptEmail: fee.receiptEmail,
      slip: files.get(fee.slipId ?? 0) ?? null,
      receiptNumber: fee.receiptNumber,
      receiptFile: files.get(fee.receiptFileId ?? 0) ?? null,
      application: await applicationOf(ctx, fee),
      line,
      history: await historyOf(ctx, id),
      may: mayCollect(ctx, row.provinceCode) ? mayDo(fee, line !== null) : [],
    }
  },
} satisfies Partial<Handlers<typeof staffFeesContract>>

/** Whether the caller may act on a fee of this province, and not only see it. */
const mayCollect = (ctx: Ctx, province: string | null) =>
  mayUse(ctx, 'staff:finance') && isWithin(ctx, 'staff:finance', province)

function mayDo(fee: Fee, isFromBank: boolean): Detail['may'] {
  if (fee.state === 'claimed') return ['confirm', 'return']
  if (fee.state === 'confirmed')
    return isFromBank && fee.applicationId === null && fee.receiptFileId === null ? ['receipt', 'undo'] : ['receipt']
  return fee.state === 'cancelled' ? [] : ['adjust']
}

async function applicationOf({ db }: Ctx, { applicationId }: Fee): Promise<Detail['application']> {
  if (applicationId === null) return null
  const [of] = await db.select().from(application).where(eq(application.id, applicationId))
  return { id: of!.id, number: of!.number ?? '', statusName: nameOfState(of!.state) }
}

const steps: Record<string, string> = {
  'fee.claim': '会员提交缴费凭证',
  'fee.confirm': '确认到账',
  'fee.return': '退回缴费凭证',
  'fee.adjust': '减免',
  'fee.receipt': '发送票据',
  'fee.reopen': '撤销到账确认',
}

/** History of this fee from the audit log. */
async function historyOf({ db }: Ctx, id: number): Promise<Detail['history']> {
  const rows = await db
    .select({
      at: auditEvent.at,
      action: auditEvent.action,
      detail: auditEvent.detail,
      who: sql<string>`coalesce(${account.displayName}, ${auditEvent.actorName})`,
    })
    .from(auditEvent)
    .leftJoin(account, eq(account.id, auditEvent.actorId))
    .where(and(eq(auditEvent.objectType, 'memberFee'), eq(auditEvent.objectId, id)))
    .orderBy(asc(auditEvent.id))
  return rows.map(({ at, who, action, detail }) => ({
    at: iso(at),
    who,
    what: steps[action] ?? action,
    note: typeof detail.reason === 'string' ? detail.reason : '',
  }))
}
