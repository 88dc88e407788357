import { conflict } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { contactFields, organisationShape } from '../organisationForm.ts'
import { personFields } from '../personForm.ts'
import type { profileRecords } from '../profileContract.ts'
import { type Demand, type Demands, demandFields, demandsOf, fixedFields, type ProfileKind } from '../profileRules.ts'
import { profileUses, readDemands } from './profileRules.ts'
import { profileRule } from './tables.ts'

type Rule = { id: number; demands: Demands }
type Listed = ListOf<typeof profileRecords.organisationProfile>

/** The rule for the profile of an organisation, or of a person; it is edited, never added or removed. */
function defineProfileRule(kind: ProfileKind, called: string, fields: readonly FormField[]) {
  defineSiteRecords<Rule, Listed>({
    objectType: `${kind}Profile`,
    called: `${called}栏目`,
    who: 'staff:members',
    fields: demandFields(kind, fields),
    read: async ctx => [{ id: 1, demands: await readDemands(ctx, kind) }],
    nameOf: () => called,
    valuesOf: ({ demands }) => demandsOf(kind, fields, demands),
    listing: async (_, listRows) => ({ ...(await listRows()), fixed: fixedFields(kind, fields) }),
    check: async (ctx, values) => ({ ...contactFaults(values), ...(await useFaults(ctx, kind, values)) }),
    write: async ({ db }, values, before) => {
      if (!before) throw conflict(`${called}的栏目只有一份，请修改`)
      const row = { kind, demands: values as Record<string, Demand> }
      await db.insert(profileRule).values(row).onConflictDoUpdate({ target: profileRule.kind, set: row })
      return before.id
    },
    pack: { key: () => kind },
  })
}

/** A contact without a name is not kept. */
function contactFaults({ representativeName: name, ...values }: FormValues): FieldErrors {
  const others = ['representativePosition', 'representativeMobile', 'representativeEmail'].map(other => values[other])
  if (name === 'hidden' && others.some(other => other !== undefined && other !== 'hidden'))
    return { representativeName: '会员代表的职务、手机、邮箱还在问，姓名不能不问' }
  return name === 'optional' && others.includes('required')
    ? { representativeName: '会员代表的职务、手机、邮箱有必填的，姓名也须必填' }
    : {}
}

async function useFaults(ctx: Ctx, kind: ProfileKind, values: FormValues): Promise<FieldErrors> {
  const uses = await profileUses(ctx, kind)
  return Object.fromEntries(uses.flatMap(({ name, why }) => (values[name] === 'hidden' ? [[name, why]] : [])))
}

defineProfileRule('organisation', '单位资料', [...organisationShape, ...contactFields])
defineProfileRule('person', '个人资料', personFields)
