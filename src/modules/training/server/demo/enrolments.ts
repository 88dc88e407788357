import { eq } from 'drizzle-orm'
import { addDays, dayOf, longDay } from '#lib/dates.ts'
import { residentIdCheck, residentSex } from '#lib/residentId.ts'
import { type Ctx, signedInActor } from '#lib/server/api/context.ts'
import { letterPdf } from '#lib/server/documents/letter.ts'
import { actingAs } from '#modules/accounts/server/demo.ts'
import { ownName } from '#modules/accounts/server/names.ts'
import { phoneTicket } from '#modules/accounts/server/phoneTickets.ts'
import { account } from '#modules/accounts/server/tables.ts'
import { keepFile } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { decideAs } from '#modules/review/desk/server/decisions.ts'
import { submittedApplication } from '#modules/review/server/steps.ts'
import type { Remark } from '#modules/review/workflow.ts'
import { submitEnrolment } from '#modules/training/enrolling/server/enrolling.ts'
import { submitAsVisitor } from '#modules/training/enrolling/server/visitors.ts'
import { enrolmentCode } from '../../enrolling/server/enrolmentCode.ts'
import type { Loading } from '../demo.ts'
import { course, registration } from '../tables.ts'

type DemoEnrolment = {
  /** Part of the course's title. */
  course: string
  userName: string
  people: string[]
  until: 'draft' | 'submitted' | 'returned' | 'unpaid' | 'paid' | 'confirmed' | 'waiting'
  invoice?: Record<string, string>
}

const SAFETY = '锅炉安全总监、安全员培训班（济南）'
const BURNERS = '低氮燃烧与燃烧器调试专题研修班（佛山）'

/** Demo registrations, each brought to its state by the calls of the users whose turn it is. */
const enrolments: DemoEnrolment[] = [
  { course: SAFETY, userName: 'qingyuan', people: ['钟明远', '石晓岚'], until: 'submitted' },
  { course: SAFETY, userName: 'taishan', people: ['牟建国'], until: 'returned' },
  {
    course: SAFETY,
    userName: 'qinling',
    people: ['雍小川', '焦一鸣', '党文静'],
    until: 'unpaid',
    invoice: { invoiceKind: 'ordinary', titleType: 'organisation', invoiceEmail: 'finance@example.com' },
  },
  { course: SAFETY, userName: 'beijiang', people: ['阿迪力', '马晓兵'], until: 'paid' },
  { course: SAFETY, userName: 'chutian', people: ['殷楚云'], until: 'draft' },
  {
    course: '锅炉水处理基础',
    userName: 'qingyuan',
    people: ['钟明远'],
    until: 'confirmed',
    invoice: { invoiceKind: 'ordinary', titleType: 'organisation', invoiceEmail: 'finance@example.com' },
  },
  { course: BURNERS, userName: 'huanghe', people: ['耿黎明'], until: 'waiting' },
  { course: BURNERS, userName: 'qingyuan', people: ['石晓岚'], until: 'waiting' },
]

export async function demoEnrolments(loading: Loading): Promise<void> {
  for (const of of enrolments) await run(loading, of)
  await visit(loading)
}

async function run(loading: Loading, of: DemoEnrolment): Promise<void> {
  const applicant = await actingAs(loading, of.userName, 0)
  const trainingId = await courseId(loading, of.course)
  const form = {
    org: {
      provinceCode: '110000',
      contactName: '培训联系人',
      contactMobile: '13900000299',
      contactEmail: `${of.userName}@example.com`,
      agree: true,
    },
    participants: of.people.map(toRow),
    invoice: of.invoice ? await withTitle(applicant, of.invoice) : { invoiceKind: 'none' },
  }
  const { id } = await submitEnrolment(applicant, {
    trainingId,
    ...form,
    action: of.until === 'draft' ? 'save' : 'submit',
  })
  if (['draft', 'submitted', 'waiting'].includes(of.until)) return
  await decide(loading, id, of.until === 'returned' ? returned : { action: 'pass', opinion: '', remarks: [] })
  if (of.until === 'unpaid' || of.until === 'returned') return
  const pay = {
    paidOn: addDays(dayOf(loading.now), -1),
    payer: await ownName(applicant),
    slipId: await slip(applicant),
  }
  await submitEnrolment(applicant, { id, pay, action: 'pay' })
  if (of.until === 'confirmed') await confirm(loading, id)
}

async function visit(loading: Loading): Promise<void> {
  const phone = '13900000298'
  const guest: Ctx = {
    ...(await actingAs(loading, 'qingyuan', 0)),
    actor: { kind: 'anonymous' },
    address: '127.0.0.1',
    headers: { ticket: phoneTicket(loading, enrolmentCode, phone) },
  }
  await submitAsVisitor(guest, {
    trainingId: await courseId(loading, SAFETY),
    smsCode: '',
    invoice: { invoiceKind: 'none' },
    org: {
      applicantType: 'person',
      orgName: '济南某供热站',
      provinceCode: '370000',
      contactName: '孔维嘉',
      contactMobile: phone,
      agree: true,
    },
    participants: [toRow('孔维嘉')],
  })
}

/** Adults with numbers of their own, of no place that exists. */
function toRow(name: string) {
  const seed = [...name].reduce((sum, character) => sum + character.codePointAt(0)!, 0)
  const born = addDays('1978-03-01', seed % 6000).replaceAll('-', '')
  const first17 = `370000${born}${String(seed % 1000).padStart(3, '0')}`
  const idNumber = first17 + residentIdCheck(first17)
  return {
    name,
    sex: residentSex(idNumber),
    idType: 'resident',
    idNumber,
    education: '本科',
    stay: 'shared',
    mobile: `1390001${String(seed % 10_000).padStart(4, '0')}`,
    position: '安全员',
    consent: true,
  }
}

const returned = {
  action: 'return' as const,
  opinion: '请按批注补正后重新提交。',
  remarks: [{ field: 'contactName', label: '联系人', text: '请填写负责培训报名的联系人姓名' }] satisfies Remark[],
}

async function courseId({ db }: Loading, title: string): Promise<number> {
  const rows = await db.select({ id: course.id, title: course.title }).from(course)
  return rows.find(one => one.title.includes(title))!.id
}

async function applicationOf({ db }: Loading, id: number) {
  const [of] = await db.select().from(registration).where(eq(registration.id, id))
  return submittedApplication({ db }, of!.applicationId!)
}

async function decide(
  loading: Loading,
  id: number,
  decision: Omit<typeof returned, 'action'> & { action: 'pass' | 'return' },
) {
  const { id: applicationId, version } = await applicationOf(loading, id)
  await decideAs('staff:review')(await actingAs(loading, 'reviewer', 0), { id: applicationId, version, ...decision })
}

async function confirm(loading: Loading, id: number) {
  const { id: applicationId, version } = await applicationOf(loading, id)
  const cashier = await actingAs(loading, 'cashier', 0)
  await decideAs('staff:finance')(cashier, { id: applicationId, version, action: 'pass', opinion: '', remarks: [] })
}

/** The invoice is made out to the company itself. */
async function withTitle(ctx: Ctx, invoice: Record<string, string>) {
  const [own] = await ctx.db
    .select()
    .from(account)
    .where(eq(account.id, signedInActor(ctx).accountId))
  return { ...invoice, invoiceTitle: own!.displayName, taxNumber: own!.creditCode }
}

/** A page that says what it stands for, as if the account had uploaded it. */
async function slip(ctx: Ctx): Promise<number> {
  const about = { association: '演示数据', number: '—', issuedOn: longDay(dayOf(ctx.now)), addressee: '查看演示的人' }
  const opening = '这一页代替真实的汇款凭证，只用于演示。'
  const bytes = await letterPdf({ ...about, title: '汇款凭证', opening, tables: [], notes: [] })
  const id = await keepFile(ctx, { name: '汇款凭证.pdf', type: 'application/pdf', bytes, isPublic: false })
  await ctx.db
    .update(file)
    .set({ ownerId: signedInActor(ctx).accountId })
    .where(eq(file.id, id))
  return id
}
