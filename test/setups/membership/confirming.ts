import { attempt } from '#modules/accounts/server/tables.ts'
import { codeSentTo, putFile, signUpComplete } from '../../support/make.ts'
import { site } from '../site.ts'
import { admin, decide, handIn, reviewer } from './joining.ts'

export type Company = Awaited<ReturnType<typeof signUpComplete>> & { id: number }

export const rules = async () => (await admin.get('/staff/record/list', { type: 'confirmingRule' })).data
/** The association lets companies confirm in these ways. */
export const allow = (ways: string[], statement?: string) => allowFor('入会申请', ways, statement)
/** … what this kind of application hands in. */
export async function allowFor(kind: string, ways: string[], statement?: string) {
  const row = (await rules()).list.find(({ name }: { name: string }) => name === kind)
  const form = { ...row.values, ways, ...(statement && { statement }) }
  return admin.post('/staff/record/save', { type: 'confirmingRule', id: row.id, version: row.version, form })
}

/** Codes are sent once a minute and five times an hour: here that time has passed. */
export async function codeOf({ api, phone }: Pick<Company, 'api' | 'phone'>, scene = 'confirmForm'): Promise<string> {
  await site.services.db.delete(attempt)
  const asked = await api.post('/member/getCode', { scene })
  if (asked.code !== 200) throw new Error(asked.msg)
  return codeSentTo(site, phone)
}
/** Confirms the current content, or the content with this digest. */
export const confirmWith = async (of: Pick<Company, 'api' | 'id'>, code: string, digest?: string) =>
  of.api.post('/member/application/confirm', {
    id: of.id,
    digest: digest ?? (await confirmationState(of)).asked.digest,
    code,
  })

/** A company whose form has passed its first review, with its licence uploaded. */
export async function prepared(): Promise<Company> {
  const company = await signUpComplete(site)
  const { data } = await handIn({ ...company.api, token: company.token, accountId: company.accountId })
  await decide(reviewer, data.applyId, 'pass')
  await upload({ ...company, id: data.applyId }, '营业执照.png')
  return { ...company, id: data.applyId }
}
export async function upload({ api, token, id: applyId }: Company, name: string, bytes?: Buffer) {
  const files = [{ slot: 'licence', fileId: await putFile(site, token, name, bytes) }]
  return api.post('/member/apply2Submit', { applyId, files, action: 'save' })
}
export const confirmationState = async ({ api, id }: Pick<Company, 'api' | 'id'>) =>
  (await api.get('/member/application/confirming', { id })).data
export const handInNow = ({ api, id: applyId }: Company) =>
  api.post('/member/apply2Submit', { applyId, action: 'submit' })
