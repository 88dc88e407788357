import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { certificate } from '#modules/certificates/server/tables.ts'
import type { Site } from '../../support/app.ts'
import { asStaff, codeFor, newAddress, newCreditCode, newPhone } from '../../support/make.ts'
import { pdf } from '../../support/uploads.ts'
import { setUpSite, site } from '../site.ts'

export type { Site }
export let reviewer: Awaited<ReturnType<typeof asStaff>>

export function setUpLegacyCertificates() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    reviewer = await asStaff(site, 'reviewer')
  })
}

export const AT = '/qualification/old'
let made = 0
/** An unused number in the style of old certificates. */
export const newNumber = () => `锅清(A)字第${9000 + ++made}号`

export const paper = (given: object = {}) => ({
  certNo: newNumber(),
  orgName: '沈阳第一锅炉清洗公司',
  creditCode: newCreditCode(),
  provinceCode: '210000',
  childId: 101,
  levelId: 1012,
  scope: '9.8 MPa 及以下',
  issueDate: '2023-04-01',
  validTo: '2027-03-31',
  contactName: '李晓明',
  agree: true,
  ...given,
})
export type Paper = ReturnType<typeof paper>

/** A scan, with that ticket. */
export async function send(ticket: string, bytes: Uint8Array = pdf('旧证书'), name = '旧证书.pdf') {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const body = new Response(form)
  const headers = { ticket, 'content-type': body.headers.get('content-type')! }
  const payload = Buffer.from(await body.arrayBuffer())
  return (await site.app.inject({ method: 'POST', url: `/api${AT}/file`, headers, payload })).json()
}

/** Visitor without an account, with a verified phone. */
export async function visitor(phone = newPhone()) {
  const smsCode = await codeFor(site, { scene: 'legacy', phone })
  const proved = await site.from(newAddress()).post(`${AT}/phone`, { contactMobile: phone, smsCode })
  const ticket: string = proved.data.ticket
  const api = site.as({ ticket }, newAddress())
  const upload = async (): Promise<number> => (await send(ticket)).data.id
  const submit = async (form: Paper, more: object = {}) =>
    api.post(`${AT}/submit`, { contactMobile: phone, certScan: await upload(), ...form, ...more })
  return { phone, api, ticket, upload, submit }
}
export async function decide(id: number, action: string, more: object = {}) {
  const { data } = await reviewer.get('/staff/review/detail', { id })
  return reviewer.post('/staff/review/decide', { id, version: data.version, action, opinion: '', ...more })
}
export const rowsOf = (number: string) =>
  site.services.db.select().from(certificate).where(eq(certificate.number, number))
