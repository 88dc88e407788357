import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import { conflict, invalid } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { CODE_LIFETIME_MS } from '#lib/server/outbox/queue.ts'
import { notifyAccount } from './accountNotifications.ts'
import type { CodePurpose } from './codePurposes.ts'
import { phoneCode } from './tables.ts'

/** `phone`: or the address of a mail, to which the code goes. */
type CodeScope = { purpose: CodePurpose; phone: string }

const MAX_TRIES = 5
const hashCode = ({ encryption }: Pick<Ctx, 'encryption'>, { purpose, phone }: CodeScope, code: string) =>
  encryption.hash(`code ${purpose.scene} ${phone} ${code}`)

/** Makes a code for one purpose and one phone, and leaves it to be sent. Codes sent before are good no more. */
export async function sendCode(ctx: Ctx, bound: CodeScope): Promise<void> {
  const code = await makeCode(ctx, bound)
  const { scene: variant, name } = bound.purpose
  const values = { 验证码: code, 用途: name }
  await notifyAccount(ctx, { text: 'security.code', variant, values, phones: [bound.phone], hasCode: true })
}

/** A new code, for whoever sends it; `life` in ms. */
export async function makeCode(ctx: Ctx, bound: CodeScope, life = CODE_LIFETIME_MS): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  await ctx.db.insert(phoneCode).values({
    scene: bound.purpose.scene,
    phoneHash: ctx.encryption.hash(bound.phone),
    codeHash: hashCode(ctx, bound, code),
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + life),
  })
  return code
}

/**
 * The code's number if it is right, for `spendCode` in the transaction of what it is for. Not inside that transaction: a
 * wrong try counts whatever becomes of it. `field` is where a form shows the refusal.
 */
export async function checkCode(ctx: Ctx, bound: CodeScope & { code: string }, field = 'code'): Promise<number> {
  const { db, now } = ctx
  const newest = db
    .select({ id: phoneCode.id })
    .from(phoneCode)
    .where(and(eq(phoneCode.phoneHash, ctx.encryption.hash(bound.phone)), eq(phoneCode.scene, bound.purpose.scene)))
    .orderBy(desc(phoneCode.createdAt), desc(phoneCode.id))
    .limit(1)
  const code = bound.code.normalize('NFKC').replace(/\s/g, '')
  if (code === '') throw invalid('请填写短信验证码', { [field]: '请填写短信验证码' })
  const codeHash = hashCode(ctx, bound, code)
  // Compared and counted in one statement: of fifty guesses at once five are read.
  const [sent] = await db
    .update(phoneCode)
    .set({ tries: sql`${phoneCode.tries} + (${phoneCode.codeHash} <> ${codeHash})::int` })
    .where(and(eq(phoneCode.id, newest), lt(phoneCode.tries, MAX_TRIES), gt(phoneCode.expiresAt, now)))
    .returning()
  if (sent?.codeHash !== codeHash) throw wrongCode(field)
  if (sent.usedAt) throw alreadyUsed()
  return sent.id
}

/** Marks a code as used. Of two concurrent calls with the same code one throws. */
export async function spendCode({ db, now }: Pick<Ctx, 'db' | 'now'>, id: number): Promise<void> {
  const { rowCount } = await db
    .update(phoneCode)
    .set({ usedAt: now })
    .where(and(eq(phoneCode.id, id), isNull(phoneCode.usedAt)))
  if (rowCount === 0) throw alreadyUsed()
}

function wrongCode(field: string) {
  const message = '验证码不正确或已失效，请核对；多次不对时请重新获取'
  return invalid(message, { [field]: message })
}

const alreadyUsed = () => conflict('这个验证码已经用过：刚才的操作可能已经成功，请先查看结果，不成功再重新获取')
