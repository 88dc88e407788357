import type { FormField, FormValues } from '#lib/form/form.ts'
import { maskName } from '#lib/mask.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { defineKind, type Entered, fixedSchema, type Slot } from '#modules/review/server/applicationKinds.ts'
import { reviewedOrganisationFields } from '../organisationForm.ts'
import { plainIdNumber, reviewedPersonFields } from '../personForm.ts'
import { keepLicence, LICENCE } from './licences.ts'
import { refuseTakenCode, updateOrganisation } from './organisations.ts'
import { refuseTakenNumber, updatePerson } from './persons.ts'

/** Adds the former values to the form beside the requested ones, so that the reviewer sees both. */
const formerName = (name: string) => `former${name[0]!.toUpperCase()}${name.slice(1)}`
const formerField = (field: FormField): FormField => ({
  ...field,
  name: formerName(field.name),
  label: `原${field.label}`,
  section: '变更前',
  kind: 'text',
  required: false,
  ...(field.options && { kind: 'choice' as const }),
})
const withFormer = (fields: readonly FormField[]): FormField[] => [
  ...fields.map(field => ({ ...field, section: '变更后' })),
  ...fields.map(formerField),
]
export const formerValues = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(fields.map(({ name }) => [formerName(name), values[name] ?? null]))

const wanted = (fields: readonly FormField[], values: FormValues): FormValues =>
  Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? null]))

const licence: Slot = {
  code: LICENCE,
  name: '变更后的营业执照或法人登记证书',
  required: true,
  max: 3,
  hint: '登记机关变更后的证照，扫描件或照片',
}
const identity: Slot = {
  code: 'identity',
  name: '身份证明',
  required: true,
  max: 3,
  hint: '与新信息一致的证件',
}

const shared = { messages: 'system', route: () => '/admin/user/profile' } as const

/** 单位信息变更: certificates keep what is printed on them; everything else follows. */
export const profileKind = defineKind({
  ...shared,
  kind: 'profile',
  name: '单位信息变更',
  prefix: 'BG',
  duty: 'all',
  publishes: true,
  schema: fixedSchema({ path: ['review'], fields: withFormer(reviewedOrganisationFields), slots: [licence] }),
  title: values => String(values.formerName ?? values.name ?? ''),
  check: (ctx, { application, values }) => refuseTakenCode(ctx, application.organisationId!, String(values.creditCode)),
  entered: {
    approved: async (ctx: Ctx, { application, values }: Entered) => {
      await updateOrganisation(ctx, application.organisationId!, wanted(reviewedOrganisationFields, values))
      await keepLicence(ctx, application)
      return { say: '单位资料已更新。已发证书上的内容不变，需要换证的请另行申请。' }
    },
  },
})

/** 个人信息变更 */
export const personProfileKind = defineKind({
  ...shared,
  kind: 'personProfile',
  name: '个人信息变更',
  prefix: 'BR',
  publishes: true,
  schema: fixedSchema({ path: ['review'], fields: withFormer(reviewedPersonFields), slots: [identity] }),
  title: values => maskName(String(values.formerName ?? values.name ?? '')),
  check: (ctx, { application, values }) =>
    refuseTakenNumber(ctx, application.personId!, plainIdNumber(String(values.idNumber))),
  entered: {
    approved: async (ctx: Ctx, { application, values }: Entered) => {
      await updatePerson(ctx, application.personId!, wanted(reviewedPersonFields, values))
      return { say: '个人资料已更新。' }
    },
  },
})

export const evidenceOf = (kind: 'organisation' | 'person') => (kind === 'organisation' ? licence : identity)
