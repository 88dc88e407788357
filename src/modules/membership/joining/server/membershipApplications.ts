import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { type FormValues, withoutEmpty } from '#lib/form/form.ts'
import { maskName } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { StoredForm } from '#lib/server/encryption/encryptedForm.ts'
import { idNumberFault } from '#modules/members/personForm.ts'
import { organisationAsking } from '#modules/members/server/dictionaries.ts'
import { readDemands } from '#modules/members/server/profileRules.ts'
import { endFee, oweFee, paymentOf } from '#modules/membership/fees/server/fees.ts'
import { levelsOf } from '#modules/membership/levels/server/levels.ts'
import { organisationApplicant, personApplicant } from '#modules/membership/server/applicants.ts'
import {
  joiningPath,
  joiningQuestions,
  joiningSlots,
  readJoiningRule,
} from '#modules/membership/server/joiningRules.ts'
import { thisYear } from '#modules/membership/server/numbers.ts'
import { member, memberLevel } from '#modules/membership/server/tables.ts'
import { isEnded } from '#modules/membership/words.ts'
import { defineKind, fixedSchema, type Kind, type Schema } from '#modules/review/server/applicationKinds.ts'
import type { Questions } from '#modules/review/server/questions.ts'
import { STAMPED_FORM, type State } from '#modules/review/workflow.ts'
import { organisationApplication, personApplication } from '../applicationForm.ts'
import { claimFields } from '../claimForm.ts'
import { admit } from './admission.ts'
import { checkClaim, claimReviewInfo, grantClaim, notifyCurrentAccount } from './claims.ts'

const route = (state: State) =>
  ['preparing', 'materialsReturned', 'unpaid'].includes(state)
    ? '/admin/user/membership/materials'
    : '/admin/user/membership/apply'

/** The form, the files and the way of an application, as the association has set them. */
async function joiningSchema(
  ctx: Pick<Ctx, 'db' | 'now'>,
  kind: 'organisation' | 'person',
  { form }: { form?: StoredForm },
  { fields: own, slots }: Questions,
): Promise<Schema> {
  const rule = await readJoiningRule(ctx, kind)
  const levels = await levelsOf(ctx, kind, thisYear(ctx))
  const isFree = levels.some(({ code, fee }) => String(code) === form?.levelCode && fee === 0)
  const answered = withoutEmpty(form ?? {})
  const fields =
    kind === 'organisation'
      ? organisationApplication(levels, own, await organisationAsking(ctx, answered))
      : personApplication(levels, own, { demands: await readDemands(ctx, kind), answered })
  return {
    path: joiningPath(rule, isFree),
    fields,
    slots: joiningSlots(kind, rule, slots),
  }
}

const levelName = async ({ db }: Pick<Ctx, 'db'>, { levelCode }: FormValues) =>
  (
    await db
      .select({ name: memberLevel.name })
      .from(memberLevel)
      .where(eq(memberLevel.code, Number(levelCode)))
  )[0]!.name

type HandedIn = Parameters<NonNullable<Kind['check']>>[1]

/** A level that was closed stays with who has applied for it; nobody applies for it anew. */
async function refuseClosedLevel({ db }: Ctx, { application, values }: HandedIn) {
  if (application.state !== 'draft') return
  const [level] = await db
    .select()
    .from(memberLevel)
    .where(eq(memberLevel.code, Number(values.levelCode)))
  if (!level?.isOpen) throw invalid('所选级别已不再接受申请', { levelCode: '这一级别已不再接受申请，请选择其他级别' })
}

/** Throws if the applicant is already a member. */
async function refuseMember({ db }: Ctx, where: ReturnType<typeof eq>) {
  const [found] = await db.select().from(member).where(where)
  if (found && !isEnded(found.status)) throw invalid(`已是会员（编号 ${found.number}），无需再次申请入会`)
}

const shared: Pick<Kind, 'messages' | 'sealedSlot' | 'route' | 'payment' | 'entered'> = {
  messages: 'membership',
  sealedSlot: STAMPED_FORM,
  route,
  payment: paymentOf,
  entered: { unpaid: oweFee, withdrawn: endFee, expired: endFee, approved: admit },
}

export const membershipKind = defineKind({
  ...shared,
  kind: 'membership',
  name: '入会申请',
  prefix: 'RH',
  publishes: true,
  schema: (ctx, application, questions) => joiningSchema(ctx, 'organisation', application, questions),
  questions: ctx => joiningQuestions(ctx, 'organisation'),
  title: values => String(values.name ?? ''),
  applicant: organisationApplicant,
  check: async (ctx, checked) => {
    await refuseClosedLevel(ctx, checked)
    await refuseMember(ctx, eq(member.organisationId, checked.application.organisationId!))
  },
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
  publishes: true,
  schema: (ctx, application, questions) => joiningSchema(ctx, 'person', application, questions),
  questions: ctx => joiningQuestions(ctx, 'person'),
  title: values => maskName(String(values.name ?? '')),
  applicant: personApplicant,
  check: async (ctx, checked) => {
    const { application, values } = checked
    await refuseClosedLevel(ctx, checked)
    const fault = idNumberFault(values, dayOf(ctx.now))
    if (fault) throw invalid(fault, { idNumber: fault })
    await refuseMember(ctx, eq(member.personId, application.personId!))
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
  publishes: false,
  messages: 'membership',
  schema: fixedSchema({
    path: ['review'],
    fields: claimFields,
    slots: [{ code: 'proof', name: '盖章的认领函，会员证书、营业执照等证明', required: true, max: 5 }],
  }),
  route: () => '/admin/user/membership?claim=1',
  title: values => String(values.memberNumber || values.orgName || ''),
  check: checkClaim,
  aside: claimReviewInfo,
  entered: { submitted: notifyCurrentAccount, approved: grantClaim },
})
