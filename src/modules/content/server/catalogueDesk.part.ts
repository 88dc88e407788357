import { asc, count, eq, isNull, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { conflict, invalid, notFound } from '#lib/error.ts'
import { choicesIn, type FieldErrors, type FormValues } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { lockObjectType } from '#modules/audit/server/changes.ts'
import { record } from '#modules/audit/server/record.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { boundColumns } from '../navigation/server/places.ts'
import { quickLink } from '../navigation/server/tables.ts'
import { contentRecords, type staffSiteContract } from '../siteContract.ts'
import { catalogueFields, TOP } from '../siteForms.ts'
import type { Catalogue } from './catalogues.ts'
import { leadElsewhere, noteMoved } from './movedCatalogues.ts'
import { announcement, article, banner, catalogue, link } from './tables.ts'

type Endpoints = typeof staffSiteContract

const readAll = ({ db }: Pick<Ctx, 'db'>) => db.select().from(catalogue).orderBy(asc(catalogue.sort), asc(catalogue.id))
const flags = ['needLogin', 'hidden', 'isDetached', 'isParty', 'showsFiles'] as const

const catalogueForm = bindForm(catalogueFields([]), catalogue, {
  parentId: {
    read: ({ parentId }) => (parentId === null ? TOP : String(parentId)),
    write: parentId => ({ parentId: parentId === TOP ? null : Number(parentId) }),
  },
  // Stores an address only for columns of type 跳转.
  path: { read: ({ path }) => path, write: (path, { type }) => ({ path: type === '跳转' ? path : null }) },
  flags: {
    read: row => flags.filter(flag => row[flag]),
    write: set => ({
      needLogin: !!set?.includes('needLogin'),
      hidden: !!set?.includes('hidden'),
      isDetached: !!set?.includes('isDetached'),
      isParty: !!set?.includes('isParty'),
      showsFiles: !!set?.includes('showsFiles'),
    }),
  },
  keywords: {
    read: ({ keywords }) => keywords.join('、'),
    write: typed => ({ keywords: (typed ?? '').split(/[、，,\s]+/).filter(Boolean) }),
  },
}).besides({ id: true, sort: true })

defineSiteRecords<Catalogue, ListOf<typeof contentRecords.catalogue>>({
  objectType: 'catalogue',
  ...contentRecords.catalogue,
  fields: async ({ db }) => {
    const { id, name, parentId, sort } = catalogue
    return catalogueFields(await db.select({ id, name }).from(catalogue).where(isNull(parentId)).orderBy(asc(sort)))
  },
  read: readAll,
  valuesOf: catalogueForm.valuesOf,
  facts,
  check,
  write: ({ db }, values, before) => saveInOrder(db, catalogue, catalogueForm.rowOf(values), before),
  remove: removeEmpty,
  pack: { key: columnPath, refers: { parentId: 'catalogue' } },
  order: { by: 'parentId' },
  table: catalogue,
})

/** A column is known by its name and that of the column above it. */
function columnPath({ name, parentId }: Catalogue, all: readonly Catalogue[]): string {
  const parent = all.find(({ id }) => id === parentId)
  return parent ? `${parent.name}/${name}` : name
}

async function check(ctx: Ctx, values: FormValues, before: Catalogue | undefined): Promise<FieldErrors> {
  const all = await readAll(ctx)
  const { parentId, type, path } = values
  const on = choicesIn(values, 'flags')
  const parent = all.find(({ id }) => String(id) === parentId)
  const children = before ? all.filter(each => each.parentId === before.id) : []
  const bound = await boundColumns(ctx)
  const fixed = before && bound.get(before.id)
  const led = children.find(({ id }) => bound.has(id))
  const written = before && before.type !== type ? await countIn(ctx, before.id) : 0
  const wrong: [boolean, string, string][] = [
    [parent !== undefined && parent.type !== '列表', 'parentId', '上级栏目应是列表类型，才有下拉菜单'],
    [parent !== undefined && parent.id === before?.id, 'parentId', '栏目不能放在自己下面'],
    [parent !== undefined && children.length > 0, 'parentId', '栏目只有两级：请先移走它的子栏目'],
    [type !== '列表' && children.length > 0, 'type', '它有子栏目，只能是列表'],
    [type === '跳转' && written > 0, 'type', `栏目里有 ${written} 篇文章，请先移到别的栏目`],
    [type === '内容' && written > 1, 'type', `栏目里有 ${written} 篇文章，内容栏目只显示一篇，请先移走其余的`],
    [type === '跳转' && !path, 'path', '请填写跳转地址'],
    [on.includes('needLogin') && String(path).startsWith('http'), 'path', '登录后访问的栏目只能跳转到本站地址'],
    [on.includes('hidden') && led !== undefined, 'flags', `它下面的“${led?.name}”是常用位置，不能隐藏`],
    [fixed !== undefined && parent?.hidden === true, 'parentId', '上级栏目是隐藏的，这个栏目须保持可见'],
    [fixed !== undefined && (type !== fixed.type || on.includes('hidden')), 'type', fixed?.why ?? ''],
  ]
  return Object.fromEntries(wrong.flatMap(([isSo, name, message]) => (isSo ? [[name, message]] : [])))
}

const countIn = ({ db }: Ctx, id: number) => db.$count(article, eq(article.catalogueId, id))

async function removeEmpty(ctx: Ctx, { id, name, parentId }: Catalogue) {
  const bound = (await boundColumns(ctx)).get(id)
  if (bound) throw conflict(bound.why)
  const [articles, children] = [await countIn(ctx, id), await ctx.db.$count(catalogue, eq(catalogue.parentId, id))]
  const inside = [articles > 0 && `${articles} 篇文章（含回收站）`, children > 0 && `${children} 个子栏目`]
  if (articles + children > 0) throw conflict(`“${name}”里还有 ${inside.filter(Boolean).join('和 ')}，请先移走再删除`)
  await leadElsewhere(ctx, { id, parentId })
  await ctx.db.delete(catalogue).where(eq(catalogue.id, id))
}

async function facts(ctx: Ctx) {
  const counted = await ctx.db
    .select({ id: article.catalogueId, articles: count() })
    .from(article)
    .groupBy(article.catalogueId)
  const articlesOf = new Map(counted.map(({ id, articles }) => [id, articles]))
  const bound = await boundColumns(ctx)
  return ({ id, parentId }: Catalogue) => ({
    parentId,
    articles: articlesOf.get(id) ?? 0,
    fixed: bound.get(id)?.why ?? null,
  })
}

const MAX_LINKS = 50

/** Lists what links to a column: in texts that are not in the trash, in menus and on the front page. */
async function linksTo({ db }: Pick<Ctx, 'db'>, id: number): Promise<{ where: string; name: string }[]> {
  // Not followed by a further digit: 12 is not 121.
  const names = (column: AnyPgColumn) => sql`${column} ~ ${`/admin/news/(list|info)/${id}([^0-9]|$)`}`
  const found = async (where: string, rows: Promise<{ name: string }[]>) =>
    (await rows).map(({ name }) => ({ where, name }))
  const all = await Promise.all([
    found(
      '栏目',
      db
        .select({ name: catalogue.name })
        .from(catalogue)
        .where(names(catalogue.path))
        .orderBy(catalogue.id)
        .limit(MAX_LINKS),
    ),
    found(
      '文章',
      db
        .select({ name: article.title })
        .from(article)
        .where(sql`${article.deletedAt} is null and (${or(names(article.content), names(article.externalUrl))})`)
        .orderBy(article.id)
        .limit(MAX_LINKS),
    ),
    found('快捷入口', db.select({ name: quickLink.name }).from(quickLink).where(names(quickLink.url)).limit(MAX_LINKS)),
    found('轮播图', db.select({ name: banner.title }).from(banner).where(names(banner.linkUrl)).limit(MAX_LINKS)),
    found('友情链接', db.select({ name: link.name }).from(link).where(names(link.url)).limit(MAX_LINKS)),
    found(
      '公告条',
      db.select({ name: announcement.text }).from(announcement).where(names(announcement.linkUrl)).limit(MAX_LINKS),
    ),
  ])
  return all.flat()
}

export const catalogueDeskHandlers = {
  'GET /staff/catalogue/links': async (ctx, { id }) => ({ list: await linksTo(ctx, id) }),
  /** Empties a column, so that it can be deleted or change its type. */
  'POST /staff/catalogue/moveArticles': (ctx, { id, to }) =>
    inTransaction(ctx, async inside => {
      await lockObjectType(inside, 'catalogue')
      const all = await readAll(inside)
      const [from, into] = [id, to].map(wanted => all.find(each => each.id === wanted))
      if (!from) throw notFound('栏目不存在或已删除')
      if (into?.type !== '列表' || into.id === id) throw invalid('请选择另一个列表栏目', { to: '请选择另一个列表栏目' })
      const { rowCount } = await inside.db.update(article).set({ catalogueId: to }).where(eq(article.catalogueId, id))
      await noteMoved(inside, id, to)
      const moved = rowCount ?? 0
      const detail = { to: into.name, moved }
      await record(inside, {
        action: 'catalogue.moveArticles',
        objectType: 'catalogue',
        objectId: id,
        objectName: from.name,
        detail,
      })
      return { moved }
    }),
} satisfies Partial<Handlers<Endpoints>>
