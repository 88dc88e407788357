import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { blockFields } from '../blockForm.ts'
import { type BlockCode, kindOf } from '../blockKinds.ts'
import { homeRecords } from '../staffContract.ts'
import { type Block, readBlocks, readLists } from './blocks.ts'
import { homeBlock } from './tables.ts'

const blockForm = bindForm(blockFields([]), homeBlock, {
  // Stores only the values that the kind of block has.
  heading: {
    read: ({ heading }) => heading,
    write: (heading, { kind }) => ({ heading: (kind && kindOf(kind).hasHeading && heading) || '' }),
  },
  column: {
    read: ({ catalogueId }) => (catalogueId === null ? null : String(catalogueId)),
    write: (column, { kind }) => ({ catalogueId: kind && kindOf(kind).hasColumn && column ? Number(column) : null }),
  },
  rows: {
    read: ({ rows }) => rows,
    write: (rows, { kind }) => ({ rows: kind && kindOf(kind).rows ? (rows ?? null) : null }),
  },
  state: {
    read: ({ hidden }) => (hidden ? 'hidden' : 'shown'),
    write: state => ({ hidden: state === 'hidden' }),
  },
}).besides({ id: true, sort: true })

const nameOf = ({ kind, heading }: Pick<Block, 'kind' | 'heading'>) => heading || kindOf(kind).name

defineSiteRecords<Block, ListOf<typeof homeRecords.homeBlock>>({
  objectType: 'homeBlock',
  ...homeRecords.homeBlock,
  fields: async ctx => blockFields((await readLists(ctx)).map(({ id, name }) => ({ code: String(id), name }))),
  read: readBlocks,
  nameOf,
  valuesOf: blockForm.valuesOf,
  facts: async ctx => {
    const lists = await readLists(ctx)
    return ({ kind, catalogueId }) => {
      const { hasColumn, name } = kindOf(kind)
      const column = lists.find(({ id }) => id === catalogueId)
      const lack = catalogueId === null ? '没有选栏目' : '栏目未公开'
      return { kindName: name, columnName: column?.name ?? null, lacks: hasColumn && !column ? lack : '' }
    }
  },
  check,
  write: ({ db }, values, before) => saveInOrder(db, homeBlock, blockForm.rowOf(values), before),
  table: homeBlock,
  pack: {
    key: ({ kind, heading }) => (kindOf(kind).isRepeatable ? `${kind}/${heading}` : kind),
    refers: { column: 'catalogue' },
  },
  order: {},
})

async function check(ctx: Ctx, values: FormValues, before: Block | undefined): Promise<FieldErrors> {
  const code = values.kind as BlockCode | undefined
  if (!code) return {}
  const { name, hasHeading, hasColumn, rows, isRepeatable } = kindOf(code)
  const others = (await readBlocks(ctx)).filter(({ kind, id }) => kind === code && id !== before?.id)
  return {
    ...wrongIf(!isRepeatable && others.length > 0, { kind: `首页已有“${name}”，这种版块只能有一个` }),
    ...wrongIf(!!hasHeading && !values.heading, { heading: '请填写标题' }),
    ...wrongIf(!!hasColumn && values.state === 'shown' && !values.column, { column: '请选择栏目' }),
    ...wrongIf(rows !== undefined && !values.rows, { rows: '请填写条数' }),
  }
}
