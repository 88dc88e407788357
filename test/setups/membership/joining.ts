import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { addDays, dayOf } from '#lib/dates.ts'
import { message } from '#modules/messages/server/tables.ts'
import { applyDeadlines } from '#modules/review/server/calendar.ts'
import { publicNotice } from '#modules/review/server/tables.ts'
import { asStaff, putFile, signUpComplete } from '../../support/make.ts'
import { setUpSite, site } from '../site.ts'

export let reviewer: ReturnType<typeof site.as>
export let admin: ReturnType<typeof site.as>
export let cashier: ReturnType<typeof site.as>

export function setUpJoining(env?: () => Promise<Record<string, string>>) {
  setUpSite(async () => ({ demo: true, env: (await env?.()) ?? {} }))
  beforeAll(async () => {
    const staff = async (name: string) => await asStaff(site, name)
    reviewer = await staff('reviewer')
    admin = await staff('admin')
    cashier = await staff('cashier')
  })
}

/** Form fields beyond the profile. */
export const joiningFields = {
  levelCode: '10',
  applyReason: '参加水处理技术交流',
  agreeCharter: true,
  agreeTruth: true,
}

/** A company that has signed up and said who it is, ready to apply. */
export async function applicant() {
  const { token, accountId, api } = await signUpComplete(site)
  return { token, accountId, ...api }
}
export type Applicant = Awaited<ReturnType<typeof applicant>>

export const handIn = async (by: Applicant, more: object = {}) => {
  const { data } = await by.get('/member/getApply1')
  return by.post('/member/apply1Submit', {
    id: data.applyId ?? undefined,
    version: data.version ?? undefined,
    form: { ...data.form, ...joiningFields },
    action: 'submit',
    ...more,
  })
}

/** Signed, sealed and handed in, with everything that is wanted. */
export async function handInMaterials(by: Applicant, applyId: number) {
  const files = [
    { slot: 'stampedForm', fileId: await putFile(site, by.token, '盖章申请表.png') },
    { slot: 'licence', fileId: await putFile(site, by.token, '营业执照.png') },
  ]
  return by.post('/member/apply2Submit', { applyId, files, action: 'submit' })
}

/** The notice has hung out its days. */
export async function endNotice(applyId: number) {
  const past = addDays(dayOf(new Date()), -1)
  await site.services.db.update(publicNotice).set({ toDay: past }).where(eq(publicNotice.applicationId, applyId))
}

/** Why it is decided at the desk, where the charter has a meeting vote. */
const NO_MEETING = { exceptionReason: '已由常务理事会审议' }

export const decide = async (by: typeof reviewer, id: number, action: string, more: object = {}) => {
  const { data } = await by.get('/staff/review/detail', { id })
  const path = by === cashier ? '/staff/fee/confirm' : by === admin ? '/staff/decision/record' : '/staff/review/decide'
  return by.post(path, { id, version: data.version, action, ...NO_MEETING, ...more })
}

/** Runs the daily calendar jobs as of `days` from now. */
export const dayPasses = (days = 0) => {
  const now = new Date(Date.now() + days * 86_400_000)
  return applyDeadlines(site.ctx(now))
}

export const receipt = async (by: Applicant) => ({
  paidOn: dayOf(new Date()),
  payer: '测试单位',
  receiptTitle: '测试单位',
  receiptCreditCode: '91110105MA01ABCD13',
  receiptEmail: 'finance@example.com',
  slipId: await putFile(site, by.token, '汇款凭证.png'),
})

export const inboxOf = async ({ accountId }: Applicant) =>
  (await site.services.db.select().from(message).where(eq(message.accountId, accountId)).orderBy(message.id)).map(
    ({ title }) => title,
  )
