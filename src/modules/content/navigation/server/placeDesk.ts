import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled, unlabelled } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { changeWithVersion, lockObjectType, versionOf } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { defineRestorable } from '#modules/audit/server/restoring.ts'
import { definePackable } from '#modules/settings/server/packable.ts'
import { article, catalogue } from '../../server/tables.ts'
import { type NamedPlace, namedPlaces } from '../namedPlaces.ts'
import type { staffNavigationContract } from '../staffContract.ts'
import { readPlaces } from './places.ts'
import { namedPlace } from './tables.ts'

const parent = alias(catalogue, 'parent')

/** A choice of columns for each place, those that are of its type; of an article the number. */
async function readFields({ db }: Ctx): Promise<FormField[]> {
  const columns = await db
    .select({
      id: catalogue.id,
      type: catalogue.type,
      name: sql<string>`coalesce(${parent.name} || ' › ', '') || ${catalogue.name}`,
    })
    .from(catalogue)
    .leftJoin(parent, eq(parent.id, catalogue.parentId))
    .where(sql`not ${catalogue.hidden} and not coalesce(${parent.hidden}, false)`)
    .orderBy(
      sql`coalesce(${parent.sort}, ${catalogue.sort})`,
      sql`${catalogue.parentId} nulls first`,
      asc(catalogue.sort),
    )
  const optionsFor = ({ type }: NamedPlace) =>
    columns.filter(column => column.type === type).map(({ id, name }) => ({ code: String(id), name }))
  return namedPlaces.map(place => {
    const common = { name: place.code, label: place.name, section: '' }
    if (place.type === '文章')
      return { ...common, kind: 'number', min: 1, max: 2_000_000_000, hint: `文章编号。用于${place.from}。` }
    const hint = `${place.type}栏目。用于${place.from}。`
    return { ...common, kind: 'choice', options: optionsFor(place), hint }
  })
}

async function readValues({ db }: Ctx): Promise<FormValues> {
  const rows = await db.select().from(namedPlace)
  return Object.fromEntries(
    namedPlaces.map(({ code }) => {
      const row = rows.find(each => each.code === code)
      return [code, row?.articleId ?? (row?.catalogueId ? String(row.catalogueId) : null)]
    }),
  )
}

async function write(ctx: Ctx, before: FormValues, sent: Record<string, unknown>, action: string): Promise<FormValues> {
  const fields = await readFields(ctx)
  const { values, errors } = readForm(fields, sent, { whole: true, today: dayOf(ctx.now) })
  if (Object.keys(errors).length === 0) {
    await ctx.db.delete(namedPlace)
    for (const { code, type } of namedPlaces) {
      const to = Number(values[code])
      if (!to) continue
      const bound = type === '文章' ? { articleId: to } : { catalogueId: to }
      if (type === '文章' && !(await isArticle(ctx, to))) errors[code] = '没有这篇文章，请核对编号'
      else await ctx.db.insert(namedPlace).values({ code, ...bound })
    }
    const led = await readPlaces(ctx)
    for (const { code, type } of namedPlaces)
      if (type === '文章' && values[code] && !errors[code] && !led.some(place => place.code === code))
        errors[code] = '这篇文章没有公开，请先发布'
  }
  if (Object.keys(errors).length > 0) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
  const after = await readValues(ctx)
  const [was, is] = [before, after].map(each => labelled(fields, each))
  await recordChange(ctx, { action, objectType: 'namedPlace', objectName: NAME, before: was!, after: is! })
  return after
}

const NAME = '常用位置'

const isArticle = async ({ db }: Ctx, id: number) =>
  (await db.$count(article, and(eq(article.id, id), isNull(article.deletedAt)))) > 0

const save = (ctx: Ctx, version: string, form: Record<string, unknown>) =>
  changeWithVersion(
    ctx,
    { objectType: 'namedPlace', objectName: NAME, version, read: readValues },
    async (inside, before) => ({ version: versionOf(await write(inside, before, form, 'namedPlace.change')) }),
  )

export const staffNavigationHandlers: Handlers<typeof staffNavigationContract> = {
  'GET /staff/namedPlace': async ctx => {
    const [fields, values, led] = [await readFields(ctx), await readValues(ctx), await readPlaces(ctx)]
    const routes = namedPlaces.map(({ code }) => [code, led.find(place => place.code === code)?.route ?? null])
    return { fields, values, version: versionOf(values), routes: Object.fromEntries(routes) }
  },
  'POST /staff/namedPlace/save': (ctx, { version, form }) => save(ctx, version, form),
}

defineRestorable('namedPlace', {
  permission: 'staff:site',
  restore: (ctx, { before }) =>
    inTransaction(ctx, async inside => {
      await lockObjectType(inside, 'namedPlace')
      const now = await readValues(inside)
      const former = { ...now, ...unlabelled(await readFields(inside), before) }
      await write(inside, now, former, 'namedPlace.restore')
    }),
})

/**
 * Packs all named places as one record, as staff edit them. Places bound to an article are left out because the article
 * exists on this site only.
 */
definePackable({
  objectType: 'namedPlace',
  called: NAME,
  keyField: 'key',
  refers: Object.fromEntries(namedPlaces.flatMap(({ code, type }) => (type === '文章' ? [] : [[code, 'catalogue']]))),
  leaves: namedPlaces.filter(({ type }) => type === '文章').map(({ code }) => code),
  fields: readFields,
  read: async ctx => {
    const values = await readValues(ctx)
    return [{ id: 1, key: 'places', name: NAME, values, version: versionOf(values) }]
  },
  save: async (ctx, { version = '', form }) => {
    await save(ctx, version, form)
    return { id: 1 }
  },
})
