import { randomBytes } from 'node:crypto'
import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Parsed } from '#lib/contract.ts'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, forbidden, invalidFields, notFound } from '#lib/error.ts'
import type { FormField } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { plainMobile } from '#lib/form/phone.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { sharedRateLimit } from '#lib/server/limits/sharedRateLimit.ts'
import { typedCode } from '#lib/typed.ts'
import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles } from '#modules/files/server/attachments.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import {
  MAX_OBJECTION_FILES,
  objectionNext,
  objectionStateNames,
  openObjections,
  REASON_LENGTH,
} from '#modules/review/objection.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import { notifyObjection } from '#modules/review/server/deskMessages.ts'
import { holdNotice, type Notice, noticeStateOf } from '#modules/review/server/notices.ts'
import { lockApplication } from '#modules/review/server/steps.ts'
import { objection, publicNotice } from '#modules/review/server/tables.ts'
import type { noticeContract } from '../contract.ts'
import { noticeHeld, notifyObjector, notifySubject, objectionReceived } from './objectionMessages.ts'
import { objectionNumber } from './objectionNumber.ts'

type Endpoints = typeof noticeContract
type Objecting = Parsed<Endpoints['POST /app/publicity/notice/objection']>

const HOUR = 3_600_000
const spendProgress = sharedRateLimit('objection/progress', { max: 10, per: HOUR / 6 })

const FIELDS: FormField[] = [
  { name: 'name', label: '姓名', kind: 'personName', section: '', required: true },
  { name: 'phone', label: '手机号', kind: 'mobile', section: '', required: true },
  { name: 'idNumber', label: '身份证号码', kind: 'residentId', section: '' },
]

const objectionCode = defineCodePurpose({ scene: 'objection', name: '对公示提出异议' })

export const objectionsHandlers = {
  /**
   * Records an objection and puts the notice on hold. The lock decides between an objection and the end of the notice
   * at the same moment.
   */
  'POST /app/publicity/notice/objection': async (ctx, given) => {
    const { name, phone, idNumber } = validateObjection(ctx, given)
    const code = await checkCode(ctx, { purpose: objectionCode, phone: phone!, code: given.code })
    const ticket = randomBytes(32).toString('base64url')
    return inTransaction(ctx, async tx => {
      const { notice, about } = await lockNotice(tx, given.noticeId)
      await spendCode(tx, code)
      const [row] = await tx.db
        .insert(objection)
        .values({
          noticeId: notice.id,
          applicationId: about.id,
          reason: given.reason,
          ticketHash: hashToken(ticket),
          nameSealed: ctx.encryption.encrypt(name!),
          phoneSealed: ctx.encryption.encrypt(phone!),
          phoneHash: ctx.encryption.hash(phone!),
          idNumberSealed: idNumber ? ctx.encryption.encrypt(idNumber) : null,
          createdAt: ctx.now,
          updatedAt: ctx.now,
        })
        .onConflictDoNothing()
        .returning()
      if (!row) throw conflict('这个手机号已对这项公示提出过异议，正在办理。可凭受理编号查询进度')
      await holdNotice(tx, notice)
      const number = objectionNumber(row)
      await notifyObjector(tx, row, objectionReceived, { 公示: notice.title })
      await notifySubject(tx, about, noticeHeld)
      await notifyObjection(tx, number, notice)
      const objectName = `${number} ${notice.title}`
      await record(tx, { action: 'objection.submit', objectType: 'objection', objectId: row.id, objectName })
      return { number, ticket }
    })
  },
  /** Stores nothing without a valid ticket. */
  'POST /app/publicity/notice/objection/file': async ctx => {
    const mine = and(eq(objection.ticketHash, hashToken(ctx.headers.ticket ?? '')), isOpen)
    const [own] = ctx.headers.ticket ? await ctx.db.select().from(objection).where(mine) : []
    if (!own) throw forbidden('办理凭据无效，或这件异议已经办结')
    if (own.fileIds.length >= MAX_OBJECTION_FILES) throw tooManyFiles()
    const stored = await uploadFile(ctx, { use: 'material' })
    await inTransaction(ctx, async tx => {
      const isRoom = sql`cardinality(${objection.fileIds}) < ${MAX_OBJECTION_FILES}`
      const { rowCount } = await tx.db
        .update(objection)
        .set({ fileIds: sql`array_append(${objection.fileIds}, ${stored.id})` })
        .where(and(mine, isRoom))
      if (rowCount === 0) throw tooManyFiles()
      await attachFiles(tx, [stored.id])
      const detail = { file: stored.name }
      await record(tx, { action: 'objection.evidence', objectType: 'objection', objectId: own.id, detail })
    })
    return stored
  },
  /** Says the same to a wrong number and to another phone. */
  'POST /app/publicity/notice/objection/progress': async (ctx, { number, phone }) => {
    await spendProgress(ctx)
    const id = Number(typedCode(number).match(/^YY\d{4}-(\d{6,9})$/i)?.[1] ?? 0)
    const phoneHash = ctx.encryption.hash(plainMobile(phone))
    const [found] = await ctx.db
      .select()
      .from(objection)
      .innerJoin(publicNotice, eq(publicNotice.id, objection.noticeId))
      .where(and(eq(objection.id, id), eq(objection.phoneHash, phoneHash)))
    if (!found) throw notFound('受理编号或手机号不正确，请对照短信核对')
    const { objection: of, public_notice: notice } = found
    return {
      number: objectionNumber(of),
      noticeId: notice.id,
      noticeTitle: notice.title,
      status: of.state,
      statusName: objectionStateNames[of.state],
      next: objectionNext[of.state],
      result: of.result,
      files: of.fileIds.length,
      createdAt: iso(of.createdAt),
      updatedAt: iso(of.updatedAt),
    }
  },
} satisfies Partial<Handlers<typeof noticeContract>>

function validateObjection(ctx: Ctx, given: Objecting) {
  const { values, errors } = readForm(FIELDS, given, { whole: true, today: dayOf(ctx.now) })
  const length = [...given.reason].length
  if (length < REASON_LENGTH.min)
    errors.reason = `请把事实和理由写完整，至少 ${REASON_LENGTH.min} 个字，现在 ${length} 个字`
  if (length > REASON_LENGTH.max) errors.reason = `理由不能超过 ${REASON_LENGTH.max} 个字，现在 ${length} 个字`
  if (!given.code) errors.code = '请填写短信验证码'
  if (Object.keys(errors).length) throw invalidFields(errors)
  return values as Record<string, string | undefined>
}

/** Locks the notice and its application; throws unless it is open or on hold. */
async function lockNotice(ctx: Ctx, id: number): Promise<{ notice: Notice; about: Application }> {
  const [found] = await ctx.db.select().from(publicNotice).where(eq(publicNotice.id, id))
  if (!found) throw notFound('没有这项公示')
  const about = await lockApplication(ctx, found.applicationId)
  // Read again under the lock.
  const [notice] = await ctx.db.select().from(publicNotice).where(eq(publicNotice.id, id))
  if (!['open', 'held'].includes(noticeStateOf(notice!, dayOf(ctx.now))))
    throw conflict('这项公示已经结束，不再受理异议。仍有情况反映的，请与协会联系')
  return { notice: notice!, about }
}

const isOpen = inArray(objection.state, [...openObjections])

const tooManyFiles = () => conflict(`最多上传 ${MAX_OBJECTION_FILES} 个文件`)
