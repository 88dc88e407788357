import { eq } from 'drizzle-orm'
import { publicNotice } from '#modules/review/server/tables.ts'
import type { Site } from './app.ts'
import { asStaff, putFile, signUpComplete, staffWith } from './make.ts'

type Staff = Awaited<ReturnType<typeof asStaff>>
export type Applied = Awaited<ReturnType<typeof applied>>

/** A company whose application to join has passed its reviews, by the calls of company and reviewer. */
export async function applied(site: Site, reviewer: Staff) {
  const company = await signUpComplete(site)
  const { data } = await company.api.get('/member/getApply1')
  const wishes = { levelCode: '10', applyReason: '参加水处理技术交流', agreeCharter: true, agreeTruth: true }
  const form = { ...data.form, ...wishes }
  const id: number = (await company.api.post('/member/apply1Submit', { form, action: 'submit' })).data.applyId
  await decide(reviewer, id, '/staff/review/decide', '初审合格')
  const fileId = await putFile(site, company.token, '申请表与营业执照.png')
  const files = ['stampedForm', 'licence'].map(slot => ({ slot, fileId }))
  await company.api.post('/member/apply2Submit', { applyId: id, files, action: 'submit' })
  await decide(reviewer, id, '/staff/review/decide', '材料齐全')
  return { ...company, id }
}

/** Passes it, whatever state it is in. */
export async function decide(by: Staff, id: number, path: string, opinion = '') {
  const { data } = await by.get('/staff/review/detail', { id })
  const sent = { id, version: data.version, action: 'pass', opinion, exceptionReason: '已由常务理事会审议' }
  const answer = await by.post(path, sent)
  if (answer.code !== 200) throw new Error(answer.msg)
  return answer.data
}

export const stateOf = async (by: Staff, id: number): Promise<string> =>
  (await by.get('/staff/review/detail', { id })).data.status

/** The same, and a meeting has passed it: it is under public notice. */
export async function noticed(site: Site, reviewer: Staff) {
  const company = await applied(site, reviewer)
  await decide(await secretary(site), company.id, '/staff/decision/record', '理事会通过')
  const rows = await site.services.db.select().from(publicNotice).where(eq(publicNotice.applicationId, company.id))
  return { ...company, noticeId: rows[0]!.id }
}

/** A staff member who records decisions of meetings and has reviewed nothing. */
export const secretary = async (site: Site): Promise<Staff> => asStaff(site, await staffWith(site, ['secretary']))
