import { eq } from 'drizzle-orm'
import { beforeAll } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { application } from '#modules/review/server/tables.ts'
import { course, type Invoice, registration } from '#modules/training/server/tables.ts'
import { asStaff, signUpComplete, staffSession, staffWith } from '../../support/make.ts'
import { pdf, upload } from '../../support/uploads.ts'
import { setUpSite, site } from '../site.ts'

export let headers: { cookie: string }
export let cashier: ReturnType<typeof site.as>
export let other: ReturnType<typeof site.as>
export let courseId: number
export const today = dayOf(new Date())
export const TITLE = '开票测试水处理取证班'

export function setUpInvoices() {
  setUpSite({ env: { WRITES_PER_MINUTE: '5000' } })
  beforeAll(async () => {
    headers = await staffSession(site, await staffWith(site, ['cashier']))
    cashier = site.as(headers)
    other = await asStaff(site, await staffWith(site, ['cashier']))
    const from = startOf(addDays(today, -40))
    const [row] = await site.services.db
      .insert(course)
      .values({
        title: TITLE,
        kind: 'certification',
        mode: 'onsite',
        applyFrom: from,
        applyUntil: from,
        publishedAt: from,
        startsOn: addDays(today, -3),
        endsOn: today,
        quota: 50,
        feeMember: 1200,
        feeOther: 1500,
      })
      .returning({ id: course.id })
    courseId = row!.id
  })
}

export const ACCOUNT = '6222021234567890123'
const printed: Omit<Invoice, 'bankAccountSealed'> = {
  kind: 'special',
  titleType: 'organisation',
  title: '北京开票锅炉清洗有限公司',
  taxNumber: '91110105MA0000001X',
  regAddress: '朝阳区演示路 28 号',
  regPhone: '010-55500126',
  bank: '示例银行北京分行',
  email: 'invoice@example.com',
}

let made = 0
export const wantedInvoice = (): Invoice => ({
  ...printed,
  bankAccountSealed: site.services.encryption.encrypt(ACCOUNT),
})

/** Creates an enrolled and paid registration with an invoice request. */
export async function payer(changes: Partial<typeof registration.$inferInsert> = {}) {
  const number = `PX2041-${String(++made).padStart(6, '0')}`
  const [row] = await site.services.db
    .insert(registration)
    .values({
      number,
      courseId,
      channel: 'public',
      organisationName: `开票单位${made}`,
      status: 'confirmed',

      totalFee: 1200,
      paidOn: today,
      payer: '开票单位',
      invoice: wantedInvoice(),
      invoiceState: 'requested',
      ...changes,
    })
    .returning()
  return row!
}

export async function member() {
  const { api, accountId, token } = await signUpComplete(site)
  const of = { kind: 'enrolment', accountId, title: TITLE, state: 'approved' as const, stateSince: new Date() }
  const [row] = await site.services.db.insert(application).values(of).returning({ id: application.id })
  return { api, token, of: await payer({ channel: 'member', applicationId: row!.id }) }
}

export const rowOf = async (id: number) => {
  const { number } = (await site.services.db.select().from(registration).where(eq(registration.id, id)))[0]!
  return (await cashier.get('/staff/training/invoices', { key: number! })).data.list[0]
}
export const fileOf = async (bytes = pdf(), use = 'invoice', name = '发票.pdf') =>
  (await upload(site, bytes, { use, name, headers: { ...headers, 'sec-fetch-site': 'same-origin' } })).data.id as number
export const digits = () => `2611200000001234${String(++made).padStart(4, '0')}`
export const issue = (by: typeof cashier, of: { id: number; version: number }, more: object) =>
  by.post('/staff/training/invoice/issue', { id: of.id, version: of.version, issuedOn: today, ...more })
