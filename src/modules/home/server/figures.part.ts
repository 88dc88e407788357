import { asc } from 'drizzle-orm'
import { iso } from '#lib/dates.ts'
import { notFound } from '#lib/error.ts'
import { defineForm, fieldsIn, type Option, optionsOf } from '#lib/form/form.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { partsInUse } from '#modules/settings/server/settings.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import type { homeContract } from '../contract.ts'
import { homeRecords, type staffHomeContract } from '../staffContract.ts'
import { countSource, isSourceInUse, listSources } from './counters.ts'
import { figure } from './tables.ts'

type Figure = typeof figure.$inferSelect

const readFigures = ({ db }: Pick<Ctx, 'db'>) => db.select().from(figure).orderBy(asc(figure.sort), asc(figure.id))

export const figuresHandlers = {
  /** Counts of the association's own records, computed on each call. */
  'GET /cms/index/noLogin/num/num': async ctx => {
    const inUse = await partsInUse(ctx)
    const shown = (await readFigures(ctx)).filter(({ hidden, source }) => !hidden && isSourceInUse(source, inUse))
    const list = await Promise.all(
      shown.map(async ({ label, unit, source }) => ({
        code: source,
        name: label,
        unit,
        ...(await countSource(ctx, source)),
      })),
    )
    return { list, updateTime: iso(ctx.now) }
  },
  'GET /staff/figure/count': async (ctx, { source }) => {
    if (!(await listSources(ctx)).some(({ code }) => code === source)) throw notFound('没有这种统计')
    return { num: (await countSource(ctx, source)).num }
  },
} satisfies Partial<Handlers<typeof homeContract & typeof staffHomeContract>>

const field = fieldsIn('')
const figureFields = (sources: readonly Option[]) =>
  defineForm([
    field('label', '名称', { required: true, max: 10 }),
    field('unit', '单位', { required: true, max: 4, hint: '如 家、张、人次。' }),
    field('source', '统计', {
      kind: 'choice',
      required: true,
      options: sources,
      hint: '数字由登记的记录实时统计，不能直接填写。',
    }),
    field('state', '首页', {
      kind: 'choice',
      required: true,
      options: optionsOf({ shown: '显示', hidden: '不显示' }),
    }),
  ])

const figureForm = bindForm(figureFields([]), figure, {
  state: {
    read: ({ hidden }) => (hidden ? 'hidden' : 'shown'),
    write: state => ({ hidden: state === 'hidden' }),
  },
}).besides({ id: true, sort: true })

defineSiteRecords<Figure, ListOf<typeof homeRecords.figure>>({
  objectType: 'figure',
  ...homeRecords.figure,
  fields: async ctx => figureFields(await listSources(ctx)),
  read: readFigures,
  nameOf: ({ label }) => label,
  valuesOf: figureForm.valuesOf,
  facts:
    ctx =>
    async ({ source }) => ({ num: (await countSource(ctx, source)).num }),
  check: async (ctx, { source }, before) => {
    const other = (await readFigures(ctx)).find(each => each.source === source && each.id !== before?.id)
    return wrongIf(other !== undefined, { source: `“${other?.label}”已经在统计它，请另选` })
  },
  write: ({ db }, values, before) => saveInOrder(db, figure, figureForm.rowOf(values), before),
  table: figure,
  pack: { key: 'source' },
  order: {},
})
