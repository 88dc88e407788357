import { and, eq, inArray } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import { choicesIn, type FieldErrors, type FormValues, type Option } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { storedRows } from '#lib/server/forms/formExceptions.ts'
import { type JoiningStep, joiningFields, joiningMaterialColumns } from '#modules/membership/joiningRules.ts'
import { readJoiningRule } from '#modules/membership/server/joiningRules.ts'
import { joiningRule } from '#modules/membership/server/tables.ts'
import { memberKindNames } from '#modules/membership/words.ts'
import { holderOwnFields } from '#modules/ownFields/server/ownFields.ts'
import { fixEarlier, readAnswered } from '#modules/review/server/answeredQuestions.ts'
import { codeFaults, extraFieldFaults, extraFieldsIn, rowsOfExtraFields } from '#modules/review/server/extraFields.ts'
import { defineMaterialLists } from '#modules/review/server/materialNames.ts'
import { withRowCodes } from '#modules/review/server/rowCodes.ts'
import { application } from '#modules/review/server/tables.ts'
import { openStates, stageOf } from '#modules/review/workflow.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { joiningRecords } from '../deskContract.ts'

type Kept = typeof joiningRule.$inferSelect
type Rule = Kept & { id: number }

const kinds = ['organisation', 'person'] as const
/** Application kind for each kind of membership. */
const applicationKinds = { organisation: 'membership', person: 'personalMembership' } as const

const ruleForm = bindForm(joiningFields([]), joiningRule, {
  materials: {
    read: ({ materials }) => materials,
    write: rows => ({ materials: storedRows(joiningMaterialColumns, rows) }),
  },
  fields: {
    read: ({ fields }) => rowsOfExtraFields(fields),
    write: rows => ({ fields: extraFieldsIn(rows) }),
  },
}).besides({ kind: true })

const readRules = (ctx: Pick<Ctx, 'db'>): Promise<Rule[]> =>
  Array.fromAsync(kinds.entries(), async ([i, kind]) => ({ id: i + 1, kind, ...(await readJoiningRule(ctx, kind)) }))

defineMaterialLists(async ctx => (await readRules(ctx)).map(({ materials }) => materials))

/** The two joining rules, for organisations and persons; they are edited, never added or removed. */
defineSiteRecords<Rule, ListOf<typeof joiningRecords.joiningRule>>({
  objectType: 'joiningRule',
  ...joiningRecords.joiningRule,
  fields: async ctx => joiningFields(await ownOptions(ctx, ...kinds)),
  read: readRules,
  nameOf: ({ kind }) => `${memberKindNames[kind]}入会办法`,
  valuesOf: ruleForm.valuesOf,
  check,
  facts:
    async ctx =>
    async ({ kind, fields }) => ({
      ownFields: (await ownOptions(ctx, kind)).map(({ code }) => code),
      answered: await readAnswered(ctx, eq(application.kind, applicationKinds[kind]), fields),
    }),
  write: async (ctx, values, before) => {
    if (!before) throw conflict('入会办法只有单位会员和个人会员两份，请修改其中一份')
    const { kind } = before
    await fixEarlier(ctx, eq(application.kind, applicationKinds[kind]))
    const coded = await withRowCodes(ctx, `joiningRule.${kind}`, values, before)
    const row = { kind, ...ruleForm.rowOf(coded) }
    await ctx.db.insert(joiningRule).values(row).onConflictDoUpdate({ target: joiningRule.kind, set: row })
    return before.id
  },
  pack: { key: ({ kind }) => kind, names: ['ownField'] },
})

/** Own fields that applicants may fill in. */
const ownOptions = async (ctx: Pick<Ctx, 'db'>, ...of: readonly Rule['kind'][]): Promise<Option[]> =>
  (await Promise.all(of.map(kind => holderOwnFields(ctx, kind))))
    .flat()
    .map(({ name, label }) => ({ code: name, name: label }))

/** The organisation's form does not ask what is a person's, and the other way round. */
async function ownFieldFaults(ctx: Ctx, values: FormValues, { kind }: Rule): Promise<FieldErrors> {
  const own = await ownOptions(ctx, kind)
  const isOther = choicesIn(values, 'ownFields').some(chosen => !own.some(({ code }) => code === chosen))
  return isOther ? { ownFields: `请只选${memberKindNames[kind]}的自定义栏目` } : {}
}

async function check(ctx: Ctx, values: FormValues, before: Rule | undefined): Promise<FieldErrors> {
  return {
    ...codeFaults(values, 'materials', /^[A-Za-z][A-Za-z0-9]{1,29}$/, '代号应为字母开头的字母和数字，例如 permits'),
    ...extraFieldFaults(values, 'fields'),
    ...(before && (await ownFieldFaults(ctx, values, before))),
    ...(before && (await stepFaults(ctx, values, before))),
  }
}

/** A step in which applications stand now cannot go: they would stand nowhere. */
async function stepFaults({ db }: Ctx, values: FormValues, before: Rule): Promise<FieldErrors> {
  const kept = (values.steps ?? []) as JoiningStep[]
  const isGone = (step: JoiningStep) => !kept.includes(step)
  const states = openStates().filter(state => before.steps.some(step => isGone(step) && stageOf(state) === step))
  if (states.length === 0) return {}
  const standing = await db.$count(
    application,
    and(eq(application.kind, applicationKinds[before.kind]), inArray(application.state, states)),
  )
  return standing > 0 ? { steps: `有 ${standing} 份申请正在要取消的步骤中，办完后再取消` } : {}
}
