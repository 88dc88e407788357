import { dayOf } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { statusToday } from '#modules/certificates/status.ts'
import { eligibilityFacts } from '#modules/qualifications/eligibility/server/eligibility.ts'
import { labelOf } from '#modules/qualifications/eligibility/server/meeting.ts'
import type { Application, Aside } from '#modules/review/server/applicationKinds.ts'
import { stageOf } from '#modules/review/workflow.ts'
import { applicationTypeNames, isAssessed } from '../applicationTypes.ts'
import { organisationOf } from './applicant.ts'
import { type Case, levelOf, readCase } from './cases.ts'
import { contentChange } from './contentChange.ts'
import type { MemberType } from './qualificationApplications.ts'

export const nameOf = (type: MemberType) =>
  `能力评价${applicationTypeNames[type]}${type === 'initial' || type === 'annualReport' ? '' : '申请'}`

/** What the association is about to do, as its notices say it. */
export const verbs: Partial<Record<MemberType, string>> = {
  initial: '拟颁发',
  renewal: '拟换发',
  upgrade: '拟升级换发',
  extraScope: '拟增项变更',
}

/** 拟颁发设备维修单位A级能力评价证书，范围：各类机电设备 */
export async function noticeOf(ctx: Ctx, type: MemberType, application: Application, values: FormValues) {
  const about = await readCase(ctx, application)
  const { name, provinceCode } = await organisationOf(ctx, application)
  const what = `${about.kind.name}${levelOf(about, values)?.name ?? ''}`
  return { title: name, detail: `${verbs[type]}${what}能力评价证书，范围：${values.scope}`, provinceCode }
}

/** What the register says of the applicant and its certificate. */
export async function asideOf(
  ctx: Ctx,
  type: MemberType,
  application: Application,
  values: FormValues,
): Promise<Aside[]> {
  const about = await readCase(ctx, application)
  const route = stageOf(application.state) === 'site' ? `/staff/site-reviews/${application.id}` : undefined
  return [
    ...(route ? [{ title: '现场评审', facts: [], link: { name: '去办理现场评审', route } }] : []),
    ...certificateFacts(ctx, about),
    ...(type === 'change' ? await changeFacts(ctx, about, application, values) : []),
    ...(isAssessed(type) ? await eligibilityAside(ctx, about, application, values) : []),
  ]
}

function certificateFacts({ now }: Ctx, { certificate: of }: Case): Aside[] {
  if (!of) return []
  const { status, statusName } = statusToday(of, dayOf(now))
  const facts = [
    { label: '编号', text: of.number },
    { label: '级别', text: of.levelName },
    { label: '范围', text: of.scope },
    { label: '有效期', text: `${of.validFrom} 至 ${of.validTo ?? '长期'}` },
    { label: '状态', text: statusName, isBad: status !== 'valid' && status !== 'expiring' },
  ]
  const link = { name: '查看证书', route: `/staff/certificates/${of.id}` }
  return [{ title: '原证书', facts: facts.filter(({ text }) => text), link }]
}

/** What the certificate and the register say now, and would say then. */
async function changeFacts(ctx: Ctx, about: Case, application: Application, values: FormValues): Promise<Aside[]> {
  if (application.state === 'approved') return []
  const before = await organisationOf(ctx, application)
  const { words } = contentChange(about.certificate!, before, values)
  const facts = words.map(({ label, before, after }) => ({ label, text: `${before || '（空）'} → ${after}` }))
  return [{ title: '变更前后', facts }]
}

/** The level's requirements beside the register, and beside the form what only that says: for the reviewer to judge. */
async function eligibilityAside(ctx: Ctx, about: Case, { organisationId }: Application, values: FormValues) {
  const level = levelOf(about, values)
  if (!level) return []
  const { works: needed = 0 } = level.requirement
  const listed = Array.isArray(values.performances) ? values.performances.length : 0
  const works = { text: `需要 ${needed} 项，申请表列出 ${listed} 项`, isBad: listed < needed }
  const facts = (await eligibilityFacts(ctx, organisationId!, about.kind.id, level.code)).map(fact =>
    fact.label === labelOf({ what: 'works' }) ? { ...fact, ...works } : fact,
  )
  return facts.length ? [{ title: `${level.name}的条件`, facts }] : []
}
