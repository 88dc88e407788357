import { and, eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { auditEvent } from '#modules/audit/server/tables.ts'
import type { Site } from '../support/app.ts'
import { asStaff, signUpComplete, staffWith } from '../support/make.ts'
import { setUpSite, site } from './site.ts'

export type Staff = ReturnType<Site['as']>
export let reviewer: Staff
export let admin: Staff
export let cashier: Staff
export let secretary: Staff

export function setUpReviewDesk() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    reviewer = await asStaff(site, 'reviewer')
    admin = await asStaff(site, 'admin')
    cashier = await asStaff(site, 'cashier')
    secretary = await asStaff(site, await staffWith(site, ['secretary']))
  })
}

const wishes = { levelCode: '10', applyReason: '参加水处理技术交流', agreeCharter: true, agreeTruth: true }

/** A company whose application has just been handed in. */
export async function applied() {
  const { token, api, orgName } = await signUpComplete(site)
  const { data } = await api.get('/member/getApply1')
  const form = { ...data.form, ...wishes }
  const sent = await api.post('/member/apply1Submit', { form, action: 'submit' })
  return { id: sent.data.applyId as number, version: sent.data.version as number, token, api, name: orgName! }
}
export const detail = async (by: Staff, id: number) => (await by.get('/staff/review/detail', { id })).data
export const staffId = async (userName: string) =>
  (await site.services.db.select({ id: account.id }).from(account).where(eq(account.userName, userName)))[0]!.id
export const lines = (action: string, id: number) =>
  site.services.db
    .select()
    .from(auditEvent)
    .where(and(eq(auditEvent.action, action), eq(auditEvent.objectId, id)))
