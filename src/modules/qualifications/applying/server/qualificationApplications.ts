import { dayOf } from '#lib/dates.ts'
import { conflict, invalid } from '#lib/error.ts'
import { type FieldErrors, type FormField, type FormValues, withoutEmpty } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { statusToday } from '#modules/certificates/status.ts'
import type { OrganisationAsking } from '#modules/members/organisationForm.ts'
import { organisationAsking } from '#modules/members/server/dictionaries.ts'
import { type ApplicationType, applicationTypeNames, isAssessed } from '#modules/qualifications/applicationTypes.ts'
import {
  extraFields,
  materialsFor,
  pathOf,
  type QualificationKind,
} from '#modules/qualifications/catalogue/server/kindSettings.ts'
import { eligibilityFacts } from '#modules/qualifications/eligibility/server/eligibility.ts'
import { labelOf } from '#modules/qualifications/eligibility/server/levelRequirements.ts'
import { organisationOf } from '#modules/qualifications/server/applicant.ts'
import {
  type Application,
  type Aside,
  type Begun,
  defineKind,
  type Kind,
  type Schema,
  type Slot,
} from '#modules/review/server/applicationKinds.ts'
import type { Questions } from '#modules/review/server/questions.ts'
import { STAMPED_FORM, type State, stageOf } from '#modules/review/workflow.ts'
import { applicationFields } from '../applicationForm.ts'
import { confirmFee, endFee, oweFee, paymentOf } from './assessmentFees.ts'
import { type Case, fixPath, levelOf, levelsFor, readCase } from './cases.ts'
import { contentChange } from './contentChange.ts'
import { effects } from './effects.ts'
import { hindranceOf, initialHindrance, readApplicantStatus } from './entitlement.ts'

const nameOf = (type: MemberType) =>
  `能力评价${applicationTypeNames[type]}${type === 'initial' || type === 'annualReport' ? '' : '申请'}`

/** Verbs with which public notices announce what the association is about to do. */
const verbs: Partial<Record<MemberType, string>> = {
  initial: '拟颁发',
  renewal: '拟换发',
  upgrade: '拟升级换发',
  extraScope: '拟增项变更',
}

/** 拟颁发设备维修单位A级能力评价证书，范围：各类机电设备 */
async function noticeOf(ctx: Ctx, type: MemberType, application: Application, values: FormValues) {
  const about = await readCase(ctx, application)
  const { name, provinceCode } = await organisationOf(ctx, application)
  const what = `${about.kind.name}${levelOf(about, values)?.name ?? ''}`
  return { title: name, detail: `${verbs[type]}${what}能力评价证书，范围：${values.scope}`, provinceCode }
}

/** Collects the register's facts about the applicant and its certificate for the reviewer. */
async function asideOf(ctx: Ctx, type: MemberType, application: Application, values: FormValues): Promise<Aside[]> {
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

/** Compares certificate and register before and after the change. */
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
  return facts.length ? [{ title: `${level.name}的条件`, isConditions: true as const, facts }] : []
}

export type MemberType = Exclude<ApplicationType, 'legacy'>

const CENTRE = '/admin/user/qualification'
const pages: Partial<Record<State, string>> = {
  draft: 'form',
  returned: 'form',
  rectifying: 'rectify',
  preparing: 'materials',
  materialsReturned: 'materials',
  unpaid: 'materials',
}
/** Screen on which the applicant continues, or views the application. */
export const routeOf = (state: State, id: number) => [CENTRE, pages[state], id].filter(Boolean).join('/')

const stampedForm: Slot = {
  code: STAMPED_FORM,
  name: '盖章申请表',
  required: true,
  max: 3,
  hint: '打印、签字、盖章后的扫描件或照片，二维码须清晰',
}
/** Document that must be stamped: the printed form, or a letter of the same content. */
const stampedSlots: Partial<Record<MemberType, Slot>> = {
  initial: stampedForm,
  renewal: stampedForm,
  upgrade: stampedForm,
  extraScope: stampedForm,
  change: stampedForm,
  cancellation: { code: 'request', name: '盖章的注销申请', required: true, max: 3 },
}
const additionalSlots: Partial<Record<MemberType, Slot[]>> = {
  annualReport: [{ code: 'report', name: '盖章的年度报告', max: 5, hint: '另有书面报告的上传扫描件' }],
  replacement: [{ code: 'proof', name: '遗失声明，或污损证书的照片', required: true, max: 5 }],
}

/**
 * Types that need no assessment ask only for materials that name them explicitly: the full list of an assessment would
 * be too much.
 */
function questionsFor(kind: QualificationKind, type: MemberType): Questions {
  const asked = kind.materials.filter(({ only }) => stampedSlots[type] === stampedForm || only?.includes(type))
  return { fields: extraFields(kind), slots: materialsFor({ materials: asked }, type) }
}

const slotsFor = (type: MemberType, asked: readonly Slot[]): Slot[] => [
  ...(stampedSlots[type] ? [stampedSlots[type]] : []),
  ...(additionalSlots[type] ?? []),
  ...asked,
]

type FieldsFor = { about: Case; asking: OrganisationAsking; extra: readonly FormField[] }

function fieldsFor(type: MemberType, { about, asking, extra }: FieldsFor): FormField[] {
  const { kind } = about
  const asks = (...what: (keyof QualificationKind['levels'][number]['requirement'])[]) =>
    kind.levels.some(({ requirement }) => what.some(one => requirement[one]))
  return applicationFields(type, {
    levels: levelsFor(type, about),
    asksPeople: asks('senior', 'middle', 'junior', 'certified') || kind.holderRules.length > 0,
    asksWorks: asks('works'),
    extra,
    asking,
  })
}

const schemaOf =
  (type: MemberType) =>
  async (ctx: Pick<Ctx, 'db'>, of: Begun, { fields: extra, slots }: Questions): Promise<Schema> => {
    const about = await readCase(ctx, of)
    const path = about.path.length ? about.path : pathOf(type, about.kind, undefined)
    const asking = await organisationAsking(ctx, withoutEmpty(of.form ?? {}))
    const fields = fieldsFor(type, { about, asking, extra })
    return { path, fields, slots: slotsFor(type, slots) }
  }

const checkOf =
  (type: MemberType) =>
  async (ctx: Ctx, { application, values }: { application: Application; values: FormValues }) => {
    const about = await readCase(ctx, application)
    await checkHandedIn(ctx, { type, about, application, values })
    await fixPath(ctx, application, pathOf(type, about.kind, levelOf(about, values)))
  }

function defineQualificationKind(type: MemberType, prefix: string): Kind {
  const name = `qualification${type[0]!.toUpperCase()}${type.slice(1)}`
  const assessed: Partial<Kind> = {
    notice: (ctx, application, values) => noticeOf(ctx, type, application, values),
    announces: (first, count) => `${verbs[type]}${first}${count > 1 ? `等${count}家单位` : ''}能力评价证书`,
    payment: paymentOf,
  }
  return defineKind({
    kind: name,
    name: nameOf(type),
    prefix,
    publishes: false,
    messages: 'qualification',
    schema: schemaOf(type),
    questions: async (ctx, of) => questionsFor((await readCase(ctx, of)).kind, type),
    route: routeOf,
    title: (_, { title }) => title,
    // Begun by `addApply`.
    applicant: {},
    elsewhere: {
      site: {
        hint: '现场评审的安排、结论和整改验证，请在“现场评审”中办理',
        route: id => `/staff/site-reviews/${id}`,
      },
    },
    check: checkOf(type),
    sealedSlot: stampedSlots[type]?.code,
    ...(isAssessed(type) && assessed),
    aside: (ctx, application, values) => asideOf(ctx, type, application, values),
    // A reviewer's pass leads there only where no fee is due: nothing is confirmed then.
    reversible: ['awaitingSite', 'deciding'],
    entered: {
      ...(isAssessed(type) && {
        unpaid: (ctx, entered) => oweFee(ctx, type, entered),
        awaitingSite: confirmFee,
        deciding: confirmFee,
        withdrawn: endFee,
        expired: endFee,
      }),
      approved: effects[type],
    },
  })
}

export const kinds: Record<MemberType, Kind> = {
  initial: defineQualificationKind('initial', 'ZS'),
  renewal: defineQualificationKind('renewal', 'ZH'),
  upgrade: defineQualificationKind('upgrade', 'ZJ'),
  extraScope: defineQualificationKind('extraScope', 'ZX'),
  change: defineQualificationKind('change', 'ZB'),
  annualReport: defineQualificationKind('annualReport', 'ZN'),
  replacement: defineQualificationKind('replacement', 'ZF'),
  cancellation: defineQualificationKind('cancellation', 'ZZ'),
}

export const memberTypes = typedKeys(kinds)
export const typeOf = ({ kind }: Pick<Application, 'kind'>) => memberTypes.find(type => kinds[type].kind === kind)

type HandedIn = { type: ApplicationType; about: Case; application: Application; values: FormValues }

/**
 * Checks across fields. Does not test the level's requirements: the form may be newer than the register, and a reviewer
 * decides.
 */
async function checkHandedIn(ctx: Ctx, of: HandedIn): Promise<void> {
  if (of.application.state === 'draft') await refuseIneligible(ctx, of)
  const errors = {
    ...(isAssessed(of.type) ? { ...levelFaults(of), ...(await registerFaults(ctx, of)) } : {}),
    ...(of.type === 'change' ? await changeFaults(ctx, of) : {}),
    ...(of.type === 'annualReport' ? yearFaults(ctx, of) : {}),
  }
  const wrong = Object.keys(errors).length
  if (wrong) throw invalid(`有 ${wrong} 处需要更正`, errors)
}

/** A draft may have lain for long. It does not stand in its own way. */
async function refuseIneligible(ctx: Ctx, { type, about: { kind, certificate: of }, application }: HandedIn) {
  const organisationId = application.organisationId!
  const standing = await readApplicantStatus(ctx, organisationId, application.id)
  const hindrance = of
    ? hindranceOf(type, { kind, of, standing, today: dayOf(ctx.now) })
    : await initialHindrance(ctx, kind, organisationId, standing)
  if (hindrance) throw conflict(hindrance)
}

function levelFaults({ type, about, values }: HandedIn): FieldErrors {
  if (type === 'extraScope') {
    const isSame = values.scope === about.certificate!.scope
    return isSame ? { scope: '与证书上现有的范围相同，请写增项以后的全部范围' } : {}
  }
  if (about.kind.levels.length === 0) return {}
  const isOffered = levelsFor(type, about).some(({ code, isOpen }) => isOpen && code === values.levelCode)
  return isOffered ? {} : { levelCode: '该级别不能申请，请从列表中重新选择' }
}

/** Name and code are the register's: what is asked for under another name would be certified to nobody. */
async function registerFaults(ctx: Ctx, { application, values }: HandedIn): Promise<FieldErrors> {
  if (application.state !== 'draft') return {}
  const { name, creditCode } = await organisationOf(ctx, application)
  const other = '与单位资料不一致。确已变更的，请先在“单位资料”中办理变更'
  return {
    ...(values.name !== name && { name: other }),
    ...(values.creditCode !== creditCode && { creditCode: other }),
  }
}

async function changeFaults(ctx: Ctx, { application, about, values }: HandedIn): Promise<FieldErrors> {
  if (String(values.changedOn) > dayOf(ctx.now)) return { changedOn: '不能晚于今天' }
  const { words } = contentChange(about.certificate!, await organisationOf(ctx, application), values)
  return words.length || values.other ? {} : { name: '没有变化：请至少填写一项变更后的内容' }
}

function yearFaults({ now }: Ctx, { values }: HandedIn): FieldErrors {
  const year = Number(dayOf(now).slice(0, 4))
  return Number(values.year) === year - 1 || Number(values.year) === year ? {} : { year: `应为 ${year - 1} 或 ${year}` }
}
