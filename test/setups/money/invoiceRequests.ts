import { beforeAll } from 'vitest'
import { addDays, dayOf, startOf } from '#lib/dates.ts'
import { recordPaidFees } from '#modules/ledger/allocating/server/paidFees.ts'
import { receivableIdOf } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { receivable } from '#modules/ledger/server/tables.ts'
import { application } from '#modules/review/server/tables.ts'
import { ENROLMENT } from '#modules/training/enrolmentStatus.ts'
import { course, registration } from '#modules/training/server/tables.ts'
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
const TITLE_OF_INVOICE = '北京开票锅炉清洗有限公司'
const printed = {
  invoiceIsSpecial: true,
  invoiceTitle: TITLE_OF_INVOICE,
  invoiceCreditCode: '91110105MA0000001X',
  invoiceAddress: '朝阳区演示路 28 号',
  invoicePhone: '010-55500126',
  invoiceBank: '示例银行北京分行',
  invoiceEmail: 'invoice@example.com',
}

let made = 0

type Fee = typeof receivable.$inferInsert

/** Creates an enrolled and paid registration whose payer wants an invoice. Answers what was owed for it. */
export async function payer(changes: Partial<typeof registration.$inferInsert> = {}, fee: Partial<Fee> = {}) {
  const number = `PX2041-${String(++made).padStart(6, '0')}`
  const { db, encryption } = site.services
  const [of] = await db
    .insert(registration)
    .values({
      number,
      courseId,
      channel: 'public',
      organisationName: `开票单位${made}`,
      status: 'confirmed',
      confirmedAt: new Date(),
      totalFee: 1200,
      ...changes,
    })
    .returning()
  const [owed] = await db
    .insert(receivable)
    .values({
      id: receivableIdOf(ENROLMENT, of!.id),
      kind: ENROLMENT,
      payableId: of!.id,
      applicationId: of!.applicationId,
      number,
      debtor: of!.organisationName,
      about: TITLE,
      amount: of!.totalFee,
      state: 'confirmed',
      raisedOn: today,
      confirmedAt: new Date(),
      paidOn: today,
      payer: '开票单位',
      ...printed,
      invoiceAccountSealed: encryption.encrypt(ACCOUNT),
      ...fee,
    })
    .returning()
  await recordPaidFees(site.services)
  return owed!
}

export async function member() {
  const { api, accountId, token } = await signUpComplete(site)
  const of = { kind: 'enrolment', accountId, title: TITLE, state: 'approved' as const, stateSince: new Date() }
  const [row] = await site.services.db.insert(application).values(of).returning({ id: application.id })
  return { api, token, of: await payer({ channel: 'member', applicationId: row!.id }, { accountId }) }
}

type Of = { id: number; number: string }
export const rowOf = async ({ number }: Of) =>
  (await cashier.get('/staff/invoice/list', { key: number, columns: 'account' })).data.list[0]
export const detailOf = async ({ id }: Pick<Of, 'id'>) => (await cashier.get('/staff/receivable/detail', { id })).data
export const fileOf = async (bytes = pdf(), use = 'invoice', name = '发票.pdf') =>
  (await upload(site, bytes, { use, name, headers: { ...headers, 'sec-fetch-site': 'same-origin' } })).data.id as number
export const digits = () => `2611200000001234${String(++made).padStart(4, '0')}`
export const issue = (by: typeof cashier, of: Pick<Of, 'id'>, more: object) =>
  by.post('/staff/invoice/record', { id: of.id, title: TITLE_OF_INVOICE, replaces: '', issuedOn: today, ...more })
export const refuse = ({ id }: Pick<Of, 'id'>, reason: string, title = TITLE_OF_INVOICE) =>
  cashier.post('/staff/invoice/refuse', { id, title, reason })
