import type { Page } from '@playwright/test'
import { memberCalls, newCompany } from './company.ts'
import { desk } from './desk.ts'
import { lookInto } from './test.ts'

const today = () => new Date().toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })
const inDays = (days: number) =>
  new Date(Date.now() + days * 86_400_000).toLocaleDateString('sv', { timeZone: 'Asia/Shanghai' })

async function query(text: string, values: unknown[]) {
  const database = await lookInto()
  const { rows } = await database.query(text, values)
  await database.end()
  return rows
}

/** An award of its own, like 锅炉科学技术奖, and the draft of this year's call for it. */
export async function newCall(name: string) {
  const code = `t${Date.now() % 1e9}`
  const [kind] = await query(
    `insert into award_kind (code, name, form, intro, rules, number_code, sort)
     select $1, $2, form, intro, rules, upper($1), 90 from award_kind where code = 'science' returning id`,
    [code, name],
  )
  const awards = await desk('awards')
  const year = Number(today().slice(0, 4))
  const when = { opensOn: inDays(-1), closesOn: inDays(30) }
  const { id } = await awards('POST', '/staff/award/call/create', { kindId: kind.id, year, ...when })
  return { id: id as number, code, year, kindId: kind.id as number, name }
}

/** A project as a company puts it forward, complete. */
export const projectForm = ({ orgName, creditCode }: { orgName: string; creditCode: string }, name: string) => ({
  subType: 'progress',
  groupCode: '03',
  levelWanted: 'first',
  name,
  taskSource: 'G',
  isSecret: 'no',
  startDate: '2023-03-01',
  endDate: '2025-06-30',
  keywords: '锅炉、清洗、节能',
  intro: '低温清洗成套技术。',
  techContent: '配方、温度与流速。',
  innovation: '低温、少废液。',
  application: '已用于 12 台锅炉。',
  benefits: [{ year: 2024, newSales: 1200, newProfit: 180, newTax: 60, saved: 90 }],
  organisations: [{ name: orgName, creditCode, contribution: '研究与应用' }],
  persons: [
    { name: '李晓明', sex: '男', title: '高级工程师', organisation: orgName, contribution: '总体设计' },
    { name: '王芳', sex: '女', title: '工程师', organisation: orgName, contribution: '试验与应用' },
  ],
  nominatorKind: 'unit',
  nominator: '示例省锅炉协会',
  nominateOpinion: '同意提名。',
  contactName: '李晓明',
  contactMobile: '13900000911',
  consent: true,
  agreeTruth: true,
})

/** A company that hands in a project for it, by the calls that its screens make. */
export async function newEntry(page: Page, { code, year }: { code: string; year: number }, name: string) {
  const company = await newCompany(page)
  const { token, orgName, creditCode } = company
  const { call, fileId } = await memberCalls(page, token)
  const form = projectForm({ orgName, creditCode }, name)
  const begun = await call('/award/applySubmit', { type: code, year, action: 'save', form })
  const { materials } = await call(`/award/getApply?id=${begun.id}`)
  const required = materials.filter((one: { required: boolean }) => one.required)
  const files = required.map((one: { code: string }) => ({ code: one.code, fileId }))
  const { id } = await call('/award/applySubmit', { id: begun.id, files, form, action: 'submit' })
  const [entry] = await query('select id from award_entry where application_id = $1', [id])
  return {
    ...company,
    call,
    id: id as number,
    entryId: entry.id as number,
    name,
    status: async () => (await call(`/award/getApply?id=${id}`)).apply.status as string,
    /** Mends what was sent back, and says so. */
    mend: async (changes: object, answers: object) => {
      const now = await call(`/award/getApply?id=${id}`)
      const mended = { id, version: now.apply.version, form: { ...form, ...changes }, answers, files, action: 'submit' }
      await call('/award/applySubmit', mended)
    },
  }
}

/** An expert who may lead, with an account of the same phone; `employer`: where they work. */
export async function newJudge(page: Page, name: string, employer?: { orgName: string; creditCode: string }) {
  const { token, creditCode } = await newCompany(page)
  const reviewer = await desk('reviewer')
  const form = { name, specialities: '化学清洗', provinceCode: '110000', mayLead: 'yes', isActive: 'yes' }
  const { id } = await reviewer('POST', '/staff/expert/save', { form })
  await query(
    `update expert set (mobile_hash, mobile_sealed) = (select phone_hash, phone_sealed from account where credit_code = $2)
     where id = $1`,
    [id, creditCode],
  )
  if (employer)
    await query(
      `insert into expert_tie (expert_id, kind, organisation_name, credit_code, from_day)
       values ($1, 'employer', $2, $3, '2015-01-01')`,
      [id, employer.orgName, employer.creditCode],
    )
  return { id: id as number, name, token }
}

/** The days of its notice are over, and the calendar comes by. */
export async function noticeEnds(applicationId: number) {
  await query('update public_notice set to_day = current_date - 2 where application_id = $1', [applicationId])
  await query(`insert into pgboss.job (name, data) values ('hangxie', '{"job":"keepCalendar"}')`, [])
}

export const dayAhead = inDays
