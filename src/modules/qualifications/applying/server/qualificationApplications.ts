import type { FormField, FormValues } from '#lib/form/form.ts'
import { typedKeys } from '#lib/keys.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { OrganisationChoices } from '#modules/members/organisationForm.ts'
import { organisationChoices } from '#modules/members/server/dictionaries.ts'
import {
  extraFields,
  materialsFor,
  type QualificationKind,
} from '#modules/qualifications/catalogue/server/kindSettings.ts'
import {
  type Application,
  defineKind,
  type Kind,
  type Schema,
  type Slot,
} from '#modules/review/server/applicationKinds.ts'
import { STAMPED_FORM, type State } from '#modules/review/workflow.ts'
import { applicationFields } from '../applicationForm.ts'
import { type ApplicationType, isAssessed } from '../applicationTypes.ts'
import { asideOf, nameOf, noticeOf, verbs } from './applicationWords.ts'
import { confirmFee, oweFee, paymentOf } from './assessmentFees.ts'
import { type Case, fixPath, levelOf, levelsFor, pathOf, readCase } from './cases.ts'
import { checkHandedIn } from './checks.ts'
import { effects } from './effects.ts'

/** What members apply for in the member centre. */
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
/** Where the applicant goes on with it, or looks at it. */
export const routeOf = (state: State, id: number) => [CENTRE, pages[state], id].filter(Boolean).join('/')

const stampedForm: Slot = {
  code: STAMPED_FORM,
  name: '盖章申请表',
  required: true,
  max: 3,
  hint: '打印、签字、盖章后的扫描件或照片，二维码须清晰',
}
/** What is sealed: the printed form, or a letter that says the same. */
const sealed: Partial<Record<MemberType, Slot>> = {
  initial: stampedForm,
  renewal: stampedForm,
  upgrade: stampedForm,
  extraScope: stampedForm,
  change: stampedForm,
  cancellation: { code: 'request', name: '盖章的注销申请', required: true, max: 3 },
}
const own: Partial<Record<MemberType, Slot[]>> = {
  annualReport: [{ code: 'report', name: '盖章的年度报告', max: 5, hint: '另有书面报告的上传扫描件' }],
  replacement: [{ code: 'proof', name: '遗失声明，或污损证书的照片', required: true, max: 5 }],
}

/** What comes with the form alone must be asked for by name: the papers of an assessment are too many for it. */
function slotsFor(kind: QualificationKind, type: MemberType): Slot[] {
  const seal = sealed[type]
  if (seal === stampedForm) return [seal, ...materialsFor(kind, type)]
  const asked = kind.materials.filter(({ only }) => only?.includes(type))
  return [...(seal ? [seal] : []), ...(own[type] ?? []), ...materialsFor({ materials: asked }, type)]
}

function fieldsFor(type: MemberType, about: Case, choices: OrganisationChoices): FormField[] {
  const { kind } = about
  const asks = (...what: (keyof QualificationKind['levels'][number]['requirement'])[]) =>
    kind.levels.some(({ requirement }) => what.some(one => requirement[one]))
  return applicationFields(type, {
    levels: levelsFor(type, about),
    asksPeople: asks('senior', 'middle', 'junior', 'certified') || kind.holderRules.length > 0,
    asksWorks: asks('works'),
    extra: extraFields(kind),
    choices,
  })
}

const schemaOf =
  (type: MemberType) =>
  async (ctx: Pick<Ctx, 'db'>, application: Pick<Application, 'subjectId'> & { id?: number }): Promise<Schema> => {
    const about = await readCase(ctx, application)
    const path = about.path.length ? about.path : pathOf(type, about.kind, undefined)
    const fields = fieldsFor(type, about, await organisationChoices(ctx))
    return { path, fields, slots: slotsFor(about.kind, type) }
  }

/** What is handed in is looked at, and the way that it goes is settled. */
const checkOf =
  (type: MemberType) =>
  async (ctx: Ctx, { application, values }: { application: Application; values: FormValues }) => {
    const about = await readCase(ctx, application)
    await checkHandedIn(ctx, { type, about, application, values })
    await fixPath(ctx, application, pathOf(type, about.kind, levelOf(about, values)))
  }

function define(type: MemberType, prefix: string): Kind {
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
    messages: 'qualification',
    schema: schemaOf(type),
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
    sealedSlot: sealed[type]?.code,
    ...(isAssessed(type) && assessed),
    aside: (ctx, application, values) => asideOf(ctx, type, application, values),
    entered: {
      ...(isAssessed(type) && {
        unpaid: (ctx, entered) => oweFee(ctx, type, entered),
        awaitingSite: confirmFee,
        deciding: confirmFee,
      }),
      approved: effects[type],
    },
  })
}

export const kinds: Record<MemberType, Kind> = {
  initial: define('initial', 'ZS'),
  renewal: define('renewal', 'ZH'),
  upgrade: define('upgrade', 'ZJ'),
  extraScope: define('extraScope', 'ZX'),
  change: define('change', 'ZB'),
  annualReport: define('annualReport', 'ZN'),
  replacement: define('replacement', 'ZF'),
  cancellation: define('cancellation', 'ZZ'),
}

export const memberTypes = typedKeys(kinds)
export const typeOf = ({ kind }: Pick<Application, 'kind'>) => memberTypes.find(type => kinds[type].kind === kind)
