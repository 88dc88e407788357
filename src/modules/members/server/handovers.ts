import { and, asc, count, eq, gt, inArray, isNull, lt, lte, sql } from 'drizzle-orm'
import type { Output, Parsed } from '#lib/contract.ts'
import { iso } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { maskMobile } from '#lib/mask.ts'
import { offset, toPage } from '#lib/paging.ts'
import type { Ctx } from '#lib/server/context.ts'
import { limit } from '#lib/server/limit.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import type { membersContract } from '../contract.ts'
import { mobileOf, roleNames } from './contacts.ts'
import { hashCode, secondContact, TRIES } from './freezing.ts'
import { type Handover, handoverNumber, statusOf } from './handoverRequests.ts'
import { handover } from './tables.ts'

type Endpoints = typeof membersContract

const spendConfirm = limit('handover/confirm', { max: 10, per: 600_000 })

/** Says the same to a wrong number and to a wrong code; counted before it is compared. */
export async function confirmHandover(
  ctx: Ctx,
  { number, code }: Parsed<Endpoints['POST /handover/confirm']>,
): Promise<Output<Endpoints['POST /handover/confirm']>> {
  spendConfirm(ctx)
  const id = Number(number.normalize('NFKC').match(/^LX\d{4}-(\d{6,9})$/i)?.[1] ?? 0)
  const isOpen = and(eq(handover.id, id), eq(handover.state, 'frozen'), isNull(handover.confirmedAt))
  const [asked] = await ctx.db
    .update(handover)
    .set({ tries: sql`${handover.tries} + 1` })
    .where(and(isOpen, lt(handover.tries, TRIES), gt(handover.codeExpiresAt, ctx.now)))
    .returning()
  if (!asked || asked.codeHash !== hashCode(ctx, id, code.normalize('NFKC').replace(/\s/g, '')))
    throw invalid('办理编号或确认码不正确，或已失效', { code: '请对照短信核对；多次不对时请与协会联系' })
  await ctx.db.transaction(async db => {
    const { rowCount } = await db.update(handover).set({ confirmedAt: ctx.now }).where(isOpen)
    if (rowCount === 0) throw conflict('这件变更刚刚已经办结或确认过')
    await record({ ...ctx, db }, { action: 'handover.confirm', objectType: 'handover', objectId: id })
  })
  return { confirmed: true }
}

export async function listHandovers(
  ctx: Ctx,
  asked: Parsed<Endpoints['GET /staff/handover/list']>,
): Promise<Output<Endpoints['GET /staff/handover/list']>> {
  const where = asked.status ? eq(handover.state, asked.status) : inArray(handover.state, ['submitted', 'frozen'])
  const rows = await ctx.db
    .select()
    .from(handover)
    .where(where)
    .orderBy(asc(handover.id))
    .limit(asked.pageSize)
    .offset(offset(asked))
  const [all] = await ctx.db.select({ n: count() }).from(handover).where(where)
  const files = await fileInfos(
    ctx,
    rows.flatMap(({ fileIds }) => fileIds),
  )
  const list = rows.map(async row => ({
    ...{ id: row.id, number: handoverNumber(row), orgName: row.orgName, creditCode: row.creditCode },
    ...{ contactName: row.contactName, position: row.position, ...statusOf(row) },
    phone: maskMobile(ctx.sealer.open(row.phoneSealed)),
    ...(await readAccount(ctx, row)),
    confirmedAt: row.confirmedAt && iso(row.confirmedAt),
    files: row.fileIds.flatMap(id => files.get(id) ?? []),
    ...{ reason: row.reason, createdAt: iso(row.createdAt) },
  }))
  return toPage(await Promise.all(list), all!.n, asked)
}

async function readAccount(ctx: Ctx, of: Handover) {
  const [own] = await ctx.db.select().from(account).where(eq(account.creditCode, of.creditCode))
  if (!own) return { account: null, second: null }
  const second = await secondContact(ctx, of, own)
  const phone = own.phoneSealed ? maskMobile(ctx.sealer.open(own.phoneSealed)) : ''
  return {
    account: { userName: own.userName, orgName: own.displayName, phone, status: own.status },
    second: second
      ? { name: second.name, roleName: roleNames[second.role], phone: maskMobile(mobileOf(ctx, second)!) }
      : null,
  }
}

/** In ms: what was begun and never handed in is nobody's business after a month. */
const FORGOTTEN = 30 * 86_400_000

export async function forgetHandovers({ db, now }: Pick<Ctx, 'db' | 'now'>): Promise<void> {
  const past = new Date(now.getTime() - FORGOTTEN)
  await db.delete(handover).where(and(eq(handover.state, 'begun'), lte(handover.createdAt, past)))
}
