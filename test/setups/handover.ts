import { eq } from 'drizzle-orm'
import { beforeAll, expect } from 'vitest'
import { account } from '#modules/accounts/server/tables.ts'
import { asStaff, codeFor, newAddress, newPhone, textsTo } from '../support/make.ts'
import { pdf } from '../support/uploads.ts'
import { setUpSite, site } from './site.ts'

/** The representative of `organisationProfile`. */
export const SECOND = '13900000901'

export let admin: ReturnType<typeof site.as>

export function setUpHandover() {
  setUpSite({ demo: true })
  beforeAll(async () => {
    admin = await asStaff(site, 'admin')
  })
}

type Company = { orgName?: string; creditCode?: string }
type Wanted = Partial<{ phone: string; contactName: string }>

/** Begins a handover with a verified phone; the ticket authorises the next calls. */
export async function begin(
  { orgName, creditCode }: Company,
  { phone = newPhone(), contactName = '周新' }: Wanted = {},
) {
  const code = await codeFor(site, { scene: 'handover', phone })
  const about = { orgName, creditCode, contactName, position: '办公室主任', phone, code }
  const { data, ...answer } = await site.from(newAddress()).post('/handover/begin', about)
  return { ...answer, ...data, phone } as { code: number; msg: string; number: string; ticket: string; phone: string }
}

export const send = async (method: 'GET' | 'POST', path: string, ticket: string, payload?: object) => {
  const response = await site.app.inject({
    method,
    url: `/api/handover/${path}`,
    payload,
    headers: { ticket },
    remoteAddress: newAddress(),
  })
  return response.json()
}

export async function upload(ticket: string, bytes: Uint8Array = pdf(), name = '变更函.pdf') {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(bytes)], name))
  return send('POST', 'letter', ticket, form)
}

/** Submits a handover, up to the review of its letter. */
export async function submitted(company: Company, wanted?: Wanted) {
  const begun = await begin(company, wanted)
  const { data } = await upload(begun.ticket)
  expect((await send('POST', 'submit', begun.ticket, { fileIds: [data.id] })).data.status).toBe('submitted')
  return { ...begun, id: Number(begun.number.slice(-6)) }
}

export const statusOf = async (userName: string) =>
  (await site.services.db.select().from(account).where(eq(account.userName, userName)))[0]!.status
export const confirmationFor = async (number: string) =>
  (await textsTo(site, SECOND)).find(text => text.includes(number))!.match(/确认码 (\d{6})/)![1]!
