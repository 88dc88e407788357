import { and, eq, inArray } from 'drizzle-orm'
import { conflict } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { nextId } from '#lib/server/database/readableId.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { certificate } from '#modules/certificates/server/tables.ts'
import { article } from '#modules/content/server/tables.ts'
import { qualificationGroup, qualificationKind } from '#modules/qualifications/server/tables.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { groupFields } from '../catalogueForm.ts'
import { qualificationRecords } from '../contract.ts'
import { readAllKinds } from './allKinds.ts'
import { readGroups } from './catalogue.ts'
import type { QualificationGroupRow } from './kindSettings.ts'

const groupForm = bindForm(groupFields, qualificationGroup, {
  rules: {
    read: ({ ruleArticleIds }) => ruleArticleIds.join('、'),
    write: typed => ({ ruleArticleIds: idsIn(typed) }),
  },
}).besides({ id: true, sort: true })

/** The groups of the catalogue, as staff keep them. */
defineSiteRecords<QualificationGroupRow, ListOf<typeof qualificationRecords.qualificationGroup>>({
  objectType: 'qualificationGroup',
  ...qualificationRecords.qualificationGroup,
  fields: groupFields,
  read: readGroups,
  valuesOf: groupForm.valuesOf,
  facts: async ctx => {
    const kinds = await readAllKinds(ctx)
    return ({ id, code }) => ({ code, kinds: kinds.filter(({ groupId }) => groupId === id).length })
  },
  check,
  write: async ({ db }, values, before) => {
    const id = before?.id ?? (await nextId(db, qualificationGroup))
    return saveInOrder(db, qualificationGroup, { ...groupForm.rowOf(values), id }, before)
  },
  remove: async ({ db }, { id, name, code }) => {
    const kinds = await db.$count(qualificationKind, eq(qualificationKind.groupId, id))
    if (kinds > 0) throw conflict(`“${name}”里还有 ${kinds} 个种类，请先移到别的大类，或逐个删除`)
    const issued = await db.$count(certificate, issuedIn(code))
    if (issued > 0) throw conflict(`“${name}”已发过 ${issued} 张证书，不能删除`)
    await db.delete(qualificationGroup).where(eq(qualificationGroup.id, id))
  },
  pack: { key: 'code', leaves: ['rules'] },
  order: {},
  table: qualificationGroup,
})

const issuedIn = (groupCode: string) =>
  and(eq(certificate.register, 'qualification'), eq(certificate.groupCode, groupCode))

const idsIn = (rules: unknown): number[] => [...new Set([...String(rules ?? '').matchAll(/\d+/g)].map(Number))]

async function check(ctx: Ctx, { code, rules }: FormValues, before?: QualificationGroupRow): Promise<FieldErrors> {
  const groups = await readGroups(ctx)
  const errors: FieldErrors = {}
  if (!/^[A-Z]{1,4}$/.test(String(code))) errors.code = '代号应为 1 到 4 个大写字母，例如 QX'
  const same = groups.find(group => group.code === code && group.id !== before?.id)
  if (same) errors.code = `代号 ${code} 已用于“${same.name}”`
  if (before && before.code !== code && (await ctx.db.$count(certificate, issuedIn(before.code))) > 0)
    errors.code = '已发过这一大类的证书，代号不能再改'
  const wrong = await unknownArticles(ctx, rules)
  if (wrong) errors.rules = wrong
  return errors
}

async function unknownArticles({ db }: Ctx, rules: unknown): Promise<string | undefined> {
  const ids = idsIn(rules)
  if (/[^\d\s、，,；;]/.test(String(rules ?? ''))) return '请填写文章编号，几篇用顿号隔开，例如 3467、3468'
  const known = ids.length ? await db.select({ id: article.id }).from(article).where(inArray(article.id, ids)) : []
  const missing = ids.filter(id => !known.some(one => one.id === id))
  return missing.length ? `没有编号为 ${missing.join('、')} 的文章` : undefined
}
