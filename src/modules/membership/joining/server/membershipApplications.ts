import { and, asc, eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormValues } from '#lib/form/form.ts'
import { maskName } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { idNumberFault } from '#modules/members/personForm.ts'
import { organisationChoices } from '#modules/members/server/dictionaries.ts'
import { LICENCE } from '#modules/members/server/licences.ts'
import { confirmFee, oweFee, paymentOf } from '#modules/membership/fees/server/fees.ts'
import { organisationApplicant, personApplicant } from '#modules/membership/server/applicants.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { defineKind, fixed, type Kind, type Slot } from '#modules/review/server/applicationKinds.ts'
import type { Stage, State } from '#modules/review/workflow.ts'
import { organisationApplication, personApplication } from '../applicationForm.ts'
import { claimFields } from '../claimForm.ts'
import { authorize } from './admission.ts'
import { checkClaim, grantClaim } from './claims.ts'

const PATH: readonly Stage[] = ['review', 'materials', 'decision', 'notice', 'fee']

const organisationSlots: Slot[] = [
  {
    code: 'stampedForm',
    name: '盖章申请表',
    required: true,
    max: 3,
    hint: '打印、签字、盖章后的扫描件或照片，二维码须清晰',
  },
  { code: LICENCE, name: '营业执照或法人登记证书', required: true, max: 2 },
  { code: 'commitment', name: '诚信承诺书', max: 1 },
  { code: 'legalId', name: '法定代表人身份证明', max: 2, hint: '可遮挡证件号码中间部分' },
  { code: 'authorization', name: '会员代表委托书', max: 1 },
  { code: 'permits', name: '特种设备许可证', max: 10, hint: '持有的单位上传' },
]
const personSlots: Slot[] = [
  { code: 'stampedForm', name: '签字申请表', required: true, max: 3, hint: '打印、签字后的扫描件或照片，二维码须清晰' },
  { code: 'identity', name: '身份证明', required: true, max: 2, hint: '可遮挡证件号码中间部分' },
  { code: 'education', name: '学历、学位或职称证书', max: 5 },
]

const route = (state: State) =>
  ['preparing', 'materialsReturned', 'unpaid'].includes(state)
    ? '/admin/user/membership/materials'
    : '/admin/user/membership/apply'

const readLevels = ({ db }: Pick<Ctx, 'db'>, kind: 'organisation' | 'person') =>
  db
    .select({ code: memberLevel.code, name: memberLevel.name, fee: memberLevel.fee })
    .from(memberLevel)
    .where(and(eq(memberLevel.kind, kind), eq(memberLevel.isOpen, true)))
    .orderBy(asc(memberLevel.sort))

const levelName = async ({ db }: Pick<Ctx, 'db'>, { levelCode }: FormValues) =>
  (
    await db
      .select({ name: memberLevel.name })
      .from(memberLevel)
      .where(eq(memberLevel.code, Number(levelCode)))
  )[0]!.name

/** Nobody joins twice. */
async function isNoMemberYet({ db }: Ctx, where: ReturnType<typeof eq>) {
  const [found] = await db.select().from(member).where(where)
  if (found && !['withdrawn', 'lapsed', 'expelled'].includes(found.status))
    throw invalid(`已是会员（编号 ${found.number}），无需再次申请入会`)
}

const shared: Pick<Kind, 'messages' | 'route' | 'payment' | 'entered'> = {
  messages: 'membership',
  route,
  payment: paymentOf,
  entered: { unpaid: oweFee, approved: async (ctx, entered) => authorize(ctx, await confirmFee(ctx, entered)) },
}

export const membershipKind = defineKind({
  ...shared,
  kind: 'membership',
  name: '入会申请',
  prefix: 'RH',
  schema: async ctx => ({
    path: PATH,
    fields: organisationApplication(await readLevels(ctx, 'organisation'), await organisationChoices(ctx)),
    slots: organisationSlots,
  }),
  title: values => String(values.name ?? ''),
  applicant: organisationApplicant,
  check: (ctx, { application }) => isNoMemberYet(ctx, eq(member.organisationId, application.organisationId!)),
  notice: async (ctx, _, values) => ({
    title: String(values.name),
    detail: `拟吸收为${await levelName(ctx, values)}`,
    provinceCode: String(values.provinceCode),
  }),
  announces: (first, count) => `拟吸收${first}${count > 1 ? `等${count}家单位` : ''}为会员`,
})

export const personalMembershipKind = defineKind({
  ...shared,
  kind: 'personalMembership',
  name: '个人入会申请',
  prefix: 'RG',
  schema: async ctx => ({
    path: PATH,
    fields: personApplication(await readLevels(ctx, 'person')),
    slots: personSlots,
  }),
  title: values => maskName(String(values.name ?? '')),
  applicant: personApplicant,
  check: async (ctx, { application, values }) => {
    const fault = idNumberFault(values, dayOf(ctx.now))
    if (fault) throw invalid(fault, { idNumber: fault })
    await isNoMemberYet(ctx, eq(member.personId, application.personId!))
  },
  notice: async (ctx, _, values) => ({
    title: maskName(String(values.name)),
    detail: `拟吸收为${await levelName(ctx, values)}`,
    provinceCode: values.provinceCode ? String(values.provinceCode) : undefined,
  }),
  announces: (first, count) => `拟吸收${first}${count > 1 ? `等${count}人` : ''}为个人会员`,
})

/** 认领老会员: the register knows the member, nobody has its account yet. */
export const claimKind = defineKind({
  kind: 'memberClaim',
  name: '会员认领',
  prefix: 'RL',
  messages: 'membership',
  schema: fixed({
    path: ['review'],
    fields: claimFields,
    slots: [{ code: 'proof', name: '会员证书、营业执照等证明', required: true, max: 5 }],
  }),
  route: () => '/admin/user/membership?claim=1',
  title: values => String(values.memberNumber ?? ''),
  check: checkClaim,
  entered: { approved: grantClaim },
})
