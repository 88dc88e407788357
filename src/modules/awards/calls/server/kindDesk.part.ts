import { asc, count, desc, eq, sql } from 'drizzle-orm'
import { conflict, notFound } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { versionOf } from '#modules/audit/server/changes.ts'
import { lastActOn } from '#modules/audit/server/record.ts'
import { type AwardKind, awardCall, awardKind, awardWinner } from '#modules/awards/server/tables.ts'
import { defineMaterialLists } from '#modules/review/server/materialNames.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { awardRecords, type staffCallContract } from '../contract.ts'
import { kindFields, kindSections } from '../kindForm.ts'
import { ruleFaults } from '../ruleForm.ts'
import { ruleBindings } from './ruleForm.ts'

type Endpoints = typeof staffCallContract

const readKinds = ({ db }: Pick<Ctx, 'db'>): Promise<AwardKind[]> =>
  db.select().from(awardKind).orderBy(asc(awardKind.sort), asc(awardKind.id))

const kindForm = bindForm(kindFields, awardKind, {
  ...ruleBindings,
  open: 'isOpen',
  intro: { read: ({ intro }) => intro || null, write: intro => ({ intro: intro ?? '' }) },
}).besides({ id: true, sort: true, version: true, createdAt: true, updatedAt: true })

defineMaterialLists(async ctx => (await readKinds(ctx)).map(({ rules }) => rules.materials))

/** Awards as staff keep them. A call has copied the rules of its kind: no change here reaches it. */
defineSiteRecords<AwardKind, ListOf<typeof awardRecords.awardKind>>({
  objectType: 'awardKind',
  ...awardRecords.awardKind,
  fields: kindFields,
  read: readKinds,
  valuesOf: kindForm.valuesOf,
  facts: async ({ db }) => {
    const calls = await db.select({ kindId: awardCall.kindId, n: count() }).from(awardCall).groupBy(awardCall.kindId)
    return ({ id, code, isOpen }) => ({ code, isOpen, calls: calls.find(({ kindId }) => kindId === id)?.n ?? 0 })
  },
  // A new award begins with these; the others are filled in on a screen of its own.
  listing: async (_, listRows) => {
    const { fields, ...rest } = await listRows()
    return { ...rest, fields: fields.filter(({ section }) => section === kindSections[0]) }
  },
  check: checkKind,
  write,
  remove,
  pack: { key: 'code' },
  order: {},
  table: awardKind,
})

async function checkKind(ctx: Ctx, values: FormValues, before: AwardKind | undefined): Promise<FieldErrors> {
  const others = (await readKinds(ctx)).filter(({ id }) => id !== before?.id)
  const isUsed = before ? (await ctx.db.$count(awardCall, eq(awardCall.kindId, before.id))) > 0 : false
  const taken = (name: 'code' | 'numberCode') => others.find(other => other[name] === values[name])?.name
  return {
    ...wrongIf(!/^[a-z][a-z0-9]{1,19}$/.test(String(values.code)), {
      code: '代号应为 2 到 20 个小写字母或数字，以字母开头',
    }),
    ...wrongIf(!/^[A-Z][A-Z0-9]{0,3}$/.test(String(values.numberCode)), {
      numberCode: '应为 1 到 4 个大写字母或数字，例如 KJ',
    }),
    ...wrongIf(taken('code') !== undefined, { code: `代号已用于“${taken('code')}”` }),
    ...wrongIf(taken('numberCode') !== undefined, { numberCode: `证书代码已用于“${taken('numberCode')}”` }),
    ...wrongIf(isUsed && values.form !== before!.form, { form: '已发出过申报通知，申报书的样式不能再改' }),
    ...ruleFaults(values),
  }
}

async function write({ db, now }: Ctx, values: FormValues, before: AwardKind | undefined): Promise<number> {
  const row = { ...kindForm.rowOf(values), updatedAt: now }
  if (before) {
    await db
      .update(awardKind)
      .set({ ...row, version: sql`${awardKind.version} + 1` })
      .where(eq(awardKind.id, before.id))
    return before.id
  }
  const last = sql`(select coalesce(max(sort), -1) + 1 from ${awardKind})`
  const [added] = await db
    .insert(awardKind)
    .values({ ...row, sort: last, createdAt: now })
    .returning({ id: awardKind.id })
  return added!.id
}

async function remove({ db }: Ctx, { id, name }: AwardKind) {
  const calls = await db.$count(awardCall, eq(awardCall.kindId, id))
  const winners = await db.$count(awardWinner, eq(awardWinner.kindId, id))
  const inside = [calls > 0 && `${calls} 份申报通知`, winners > 0 && `${winners} 项获奖`].filter(Boolean)
  if (inside.length) throw conflict(`“${name}”已有${inside.join('、')}，不能删除；不再举办的，请改为停办`)
  await db.delete(awardKind).where(eq(awardKind.id, id))
}

export const kindDeskHandlers = {
  'GET /staff/award/kind/detail': async (ctx, { id }) => {
    const kind = (await readKinds(ctx)).find(one => one.id === id)
    if (!kind) throw notFound('奖项不存在或已删除')
    const values = kindForm.valuesOf(kind)
    const calls = await ctx.db
      .select({ id: awardCall.id, year: awardCall.year, title: awardCall.title })
      .from(awardCall)
      .where(eq(awardCall.kindId, id))
      .orderBy(desc(awardCall.year))
    return {
      id,
      name: kind.name,
      values,
      version: versionOf(values),
      fields: [...kindFields],
      calls,
      changed: (await lastActOn(ctx, 'awardKind', id)) ?? null,
    }
  },
} satisfies Partial<Handlers<Endpoints>>
