import { randomBytes } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { dayOf, iso } from '#lib/dates.ts'
import { conflict, forbidden, invalid, invalidFields } from '#lib/error.ts'
import type { FormField } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { defineCodePurpose } from '#modules/accounts/server/codePurposes.ts'
import { checkCode, spendCode } from '#modules/accounts/server/codes.ts'
import { hashToken } from '#modules/accounts/server/sessions.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { record } from '#modules/audit/server/record.ts'
import { attachFiles, fileInfos } from '#modules/files/server/attachments.ts'
import { uploadFile } from '#modules/files/server/upload.ts'
import { handover } from '#modules/members/server/tables.ts'
import { notifyStaff } from '#modules/messages/server/notifyStaff.ts'
import { defineTemplate, renderTemplate } from '#modules/messages/server/templates.ts'
import { handoverNext, handoverStateNames } from '../../handoverStates.ts'
import type { handoverContract } from '../contract.ts'
import { type Handover, handoverNumber } from './handoverNumber.ts'

const arrived = defineTemplate({
  code: 'desk.handover',
  group: '工作人员',
  name: '收到联系人变更申请',
  sms: '',
  title: '联系人变更：{单位}',
  content: '“{单位}”提交了联系人变更申请（{办理编号}），请核对变更函。',
  placeholders: { 单位: '示例机电有限公司', 办理编号: 'LX2026-000012' },
})

async function notifyDeskOfHandover(ctx: Ctx, of: Handover): Promise<void> {
  const texts = await renderTemplate(ctx, arrived.code, { 单位: of.orgName, 办理编号: handoverNumber(of) })
  const link = { route: `/staff/handovers/${of.id}`, objectType: 'handover', objectId: of.id }
  await notifyStaff(ctx, { permission: 'staff:members' }, { ...texts, kind: 'desk', sms: undefined, ...link })
}

type Endpoints = typeof handoverContract

const field = (name: string, label: string, kind: FormField['kind']): FormField => {
  return { name, label, kind, section: '', required: true, max: 30 }
}
const FIELDS = [
  field('orgName', '单位名称', 'organisationName'),
  field('creditCode', '统一社会信用代码', 'creditCode'),
  field('contactName', '新联系人姓名', 'personName'),
  field('position', '职务', 'text'),
  field('phone', '手机号', 'mobile'),
]

const handoverCode = defineCodePurpose({ scene: 'handover', name: '办理联系人变更' })

export const handoverRequestsHandlers = {
  /** Answers the same whether or not the organisation has an account: that is for the staff to see. */
  'POST /handover/begin': async (ctx, given) => {
    const { values, errors } = readForm(FIELDS, given, { whole: true, today: dayOf(ctx.now) })
    if (!given.code) errors.code = '请填写短信验证码'
    if (Object.keys(errors).length) throw invalidFields(errors)
    const { orgName, creditCode, contactName, position, phone } = values as Record<string, string>
    const code = await checkCode(ctx, { purpose: handoverCode, phone: phone!, code: given.code })
    await isPhoneFree(ctx, phone!)
    const ticket = randomBytes(32).toString('base64url')
    return inTransaction(ctx, async tx => {
      await spendCode(tx, code)
      const about = { orgName: orgName!, creditCode: creditCode!, contactName: contactName!, position: position! }
      const at = { createdAt: ctx.now, updatedAt: ctx.now }
      const [row] = await tx.db
        .insert(handover)
        .values({ ...about, ...at, ticketHash: hashToken(ticket), phoneSealed: ctx.encryption.encrypt(phone!) })
        .returning()
      await record(tx, { action: 'handover.begin', objectType: 'handover', objectId: row!.id })
      return { number: handoverNumber(row!), ticket }
    })
  },
  /** Uploads need a ticket, so that nobody else can store files. */
  'POST /handover/letter': async ctx => {
    if ((await byTicket(ctx)).state !== 'begun') throw conflict('变更函已提交，不能再上传')
    return uploadFile(ctx, { use: 'material' })
  },
  /** The same twice is handed in once. */
  'POST /handover/submit': async (ctx, { fileIds }) => {
    const { id } = await byTicket(ctx)
    return inTransaction(ctx, async tx => {
      const [submitted] = await tx.db
        .update(handover)
        .set({ state: 'submitted', fileIds, updatedAt: ctx.now })
        .where(and(eq(handover.id, id), eq(handover.state, 'begun')))
        .returning()
      if (submitted) {
        await attachFiles(tx, fileIds)
        await record(tx, { action: 'handover.submit', objectType: 'handover', objectId: id })
        await notifyDeskOfHandover(tx, submitted)
      }
      const of = submitted ?? (await byTicket(tx))
      return { number: handoverNumber(of), ...statusOf(of) }
    })
  },
  'GET /handover/status': async ctx => {
    const of = await byTicket(ctx)
    const files = await fileInfos(ctx, of.fileIds)
    return {
      number: handoverNumber(of),
      orgName: of.orgName,
      contactName: of.contactName,
      ...statusOf(of),
      next: handoverNext[of.state],
      reason: of.state === 'rejected' ? of.reason : '',
      files: of.fileIds.flatMap(id => files.get(id) ?? []).map(({ id, name }) => ({ id, name })),
      createdAt: iso(of.createdAt),
    }
  },
} satisfies Partial<Handlers<Endpoints>>

/** Safe to disclose: the caller has proved the phone by a code. */
async function isPhoneFree({ db, encryption }: Ctx, phone: string) {
  const [holder] = await db
    .select({ id: account.id })
    .from(account)
    .where(eq(account.phoneHash, encryption.hash(phone)))
  if (holder) throw invalid('手机号有误', { phone: '这个手机号已有账号，请换一个手机号' })
}

async function byTicket({ db, headers: { ticket } }: Ctx): Promise<Handover> {
  const [found] = ticket
    ? await db
        .select()
        .from(handover)
        .where(eq(handover.ticketHash, hashToken(ticket)))
    : []
  if (!found) throw forbidden('办理凭据无效或已过期，请重新开始办理')
  return found
}

export const statusOf = ({ state }: Pick<Handover, 'state'>) => {
  return { status: state, statusName: handoverStateNames[state] }
}
