import { and, eq } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { conflict, forbidden, invalid } from '#lib/error.ts'
import { isMobile, plainMobile } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { lockKey } from '#modules/accounts/server/attempts.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { phoneTicket, ticketPhone } from '#modules/accounts/server/phoneTickets.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { numberKey } from '#modules/certificates/server/register.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import { resubmit, submitWithoutDraft } from '#modules/review/applying/server/visitors.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { nameOfState } from '#modules/review/workflow.ts'
import type { legacyContract } from '../contract.ts'
import { OTHER } from '../legacyForm.ts'
import { legacyCode } from './legacyCode.ts'
import { legacyKind, SCAN } from './legacyKind.ts'
import { legacyClaim } from './tables.ts'

type Endpoints = typeof legacyContract
type Given = Parsed<Endpoints['POST /qualification/old/submit']>
export type Claim = typeof legacyClaim.$inferSelect

/** Account id if the caller is signed in for a company; everybody else is identified by phone. */
export const callerAccountId = ({ actor }: Pick<Ctx, 'actor'>) =>
  actor.kind === 'organisation' ? actor.accountId : undefined

export const legacyHandlers = {
  'POST /qualification/old/phone': async (ctx, given) => {
    const { phone, code } = await proofBy(ctx, given)
    await spendCode(ctx, code)
    return { ticket: phoneTicket(ctx, legacyCode, phone) }
  },
  /** Unverified visitors must not store files. */
  'POST /qualification/old/file': async ctx => {
    if (callerAccountId(ctx) === undefined && !ticketPhone(ctx, legacyCode))
      throw forbidden('请先用短信验证码验证联系人手机号')
    return uploadFile(ctx, { use: 'material' })
  },
  /** Hands in a certificate of the past, or the corrected form of one. The same twice is handed in once. */
  'POST /qualification/old/submit': async (ctx, given) => {
    const accountId = callerAccountId(ctx) ?? null
    const proof = accountId === null ? await proofOf(ctx, given) : undefined
    return inTransaction(ctx, async tx => {
      if (proof?.code) await spendCode(tx, proof.code)
      const key = numberKey(given.certNo)
      // Serialises submissions of the same number: the second waits for this lock and then finds the first.
      await lockKey(tx, `legacy ${key}`)
      const before = await claimOf(tx, given, key)
      const caller = { accountId, phone: proof?.phone }
      const done = before ? await correct(tx, before, given, caller) : await handIn(tx, given, caller)
      return { id: done.id, applyNo: done.number!, status: done.state, statusName: nameOfState(done.state) }
    })
  },
} satisfies Partial<Handlers<Endpoints>>

/** The wrong code is told where the form has it. */
async function proofBy(ctx: Ctx, { contactMobile, smsCode }: Pick<Given, 'contactMobile' | 'smsCode'>) {
  const phone = plainMobile(contactMobile)
  if (!isMobile(phone)) throw invalid('手机号有误', { contactMobile: '手机号应为 11 位数字，以 1 开头' })
  if (!smsCode) throw invalid('请先验证手机号', { smsCode: '请填写短信验证码' })
  return { phone, code: await checkCode(ctx, { purpose: legacyCode, phone, code: smsCode }, 'smsCode') }
}

type Caller = { accountId: number | null; phone?: string }

/** Verifies the phone by ticket, else by SMS code; the form must name the same phone. */
async function proofOf(ctx: Ctx, given: Given): Promise<{ phone: string; code?: number }> {
  const phone = ticketPhone(ctx, legacyCode)
  if (!phone) return proofBy(ctx, given)
  if (plainMobile(given.contactMobile) === phone) return { phone }
  throw invalid('联系人手机号应为已验证的手机号', { contactMobile: '与已验证的手机号不同，请重新获取验证码' })
}

/** The one that is named, or the open one with this number. */
async function claimOf({ db }: Ctx, { id }: Given, key: string): Promise<Claim | undefined> {
  const which = id
    ? eq(legacyClaim.applicationId, id)
    : and(eq(legacyClaim.numberKey, key), eq(legacyClaim.isOpen, true))
  const [found] = await db.select().from(legacyClaim).where(which)
  if (id && !found) throw forbidden('这份补录申请不存在，或不是您提交的')
  return found
}

async function handIn(ctx: Ctx, given: Given, { accountId, phone }: Caller): Promise<Application> {
  const about = { accountId, organisationId: accountId === null ? null : await organisationIdOf(ctx, accountId) }
  const done = await submitWithoutDraft(ctx, legacyKind, storedInput(given), about)
  const mobileHash = ctx.encryption.hash(phone ?? plainMobile(given.contactMobile))
  await ctx.db.insert(legacyClaim).values({ applicationId: done.id, mobileHash, ...(await keysOf(ctx, done)) })
  return done
}

async function correct(ctx: Ctx, claim: Claim, given: Given, caller: Caller): Promise<Application> {
  const current = await lockApplication(ctx, claim.applicationId)
  refuseUnlessOwn(ctx, claim, current, caller)
  const done = await resubmit(ctx, legacyKind, current, storedInput(given))
  if (done.version !== current.version) await moveClaim(ctx, done)
  return done
}

/** The number itself may have been what was wrong. */
async function moveClaim(ctx: Ctx, done: Application) {
  const keys = await keysOf(ctx, done)
  const [other] = await ctx.db
    .select()
    .from(legacyClaim)
    .where(and(eq(legacyClaim.numberKey, keys.numberKey), eq(legacyClaim.isOpen, true)))
  if (other && other.applicationId !== done.id) throw takenByOther()
  await ctx.db.update(legacyClaim).set(keys).where(eq(legacyClaim.applicationId, done.id))
}

const takenByOther = () => conflict('这张证书已有人提交补录，正在办理，不能重复提交。确属本单位的，请与协会联系')

/** Says the same to whoever it is not. */
function refuseUnlessOwn(ctx: Ctx, claim: Claim, { accountId }: Application, caller: Caller) {
  if (isOwn(ctx, claim, accountId, caller)) return
  throw claim.isOpen && accountId === null && caller.phone
    ? forbidden('这张证书已由另一手机号提交补录。请用提交时的手机号办理；号码停用的，请与协会联系')
    : takenByOther()
}

export const isOwn = (
  { encryption }: Pick<Ctx, 'encryption'>,
  claim: Claim,
  accountId: number | null,
  caller: Caller,
) =>
  accountId === null
    ? caller.phone !== undefined && claim.mobileHash === encryption.hash(caller.phone)
    : caller.accountId === accountId

/** Reads the keys from the accepted form, which may differ from what was sent. */
async function keysOf(ctx: Ctx, done: Application) {
  const { certNo, creditCode } = await valuesOf(ctx, done)
  return { numberKey: numberKey(String(certNo)), creditCode: String(creditCode) }
}

async function organisationIdOf({ db }: Ctx, accountId: number): Promise<number | null> {
  const [own] = await db.select({ id: account.organisationId }).from(account).where(eq(account.id, accountId))
  return own!.id
}

/** Shape stored by the review: list choices as the numbers of the lists. Without new scans the existing ones stay. */
function storedInput({ childId, levelId, certScan, answers, groupId: _, id: __, smsCode: ___, ...text }: Given) {
  const chosen = childId ? { childId: String(childId), oldKind: '', oldLevel: '' } : { childId: text.oldKind && OTHER }
  const form = { ...text, ...chosen, levelId: childId && levelId ? String(levelId) : '' }
  const scans = [certScan].flat()
  return { form, materials: scans.length ? { [SCAN]: scans } : undefined, answers }
}
