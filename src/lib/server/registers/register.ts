import { and, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import type { Download } from '../../contract.ts'
import { invalid } from '../../error.ts'
import type { FormField, NameIn } from '../../form/form.ts'
import { COUNT_LIMIT, offset, toPage } from '../../paging.ts'
import type { FilterValue, RegisterFilters, RegisterPage } from '../../register/register.ts'
import { registerInput, viewInput } from '../../register/registerContract.ts'
import type { Ctx } from '../api/context.ts'
import { within } from '../api/within.ts'
import { countUpTo } from '../database/db.ts'
import { newestOf, newestOfFew, nextOf, type Place, pageOf, type Sought } from '../database/newest.ts'
import { sendWorkbook } from '../sheets/workbook.ts'
import { knowRegister, viewFault } from './knownRegisters.ts'
import {
  type Column,
  cellsOf,
  columnsOf,
  headOf,
  mayRead,
  type RegisterColumns,
  type Values,
  valuesOf,
} from './registerColumns.ts'

/** The table's column that has the filter's value, or a condition. */
type Condition<Wanted> = PgColumn | ((wanted: Wanted, ctx: Ctx) => SQL | undefined)
type Conditions<F extends RegisterFilters> = { [K in keyof F]: Condition<FilterValue<F[K]>> }

type Definition<F extends RegisterFilters, Of, Row extends { id: number }, Columns extends RegisterColumns<Of>> = {
  /** Of the workbook and its sheet. */
  name: string
  /** Under which code people keep views of it; `unkept`: filters that would keep what is private. */
  views?: { code: string; permission: `staff:${string}`; unkept?: readonly (keyof F & string)[] }
  filters: F
  /** The table, joined with those that filters and sorts need. */
  from: SQLWrapper
  id: SQLWrapper
  /** What it is sorted by when nobody asks otherwise, the newest first: with `id` it has an index, and is never null. */
  newest: SQLWrapper
  where: Conditions<F>
  /** Who has this permission in some provinces only sees the records of these. */
  within?: { permission: `staff:${string}`; province: SQLWrapper }
  /** Some of the records, in any order. */
  read: (ctx: Ctx, ids: number[]) => Promise<Of[]>
  /** What the call answers for one of them. */
  row: (of: Of, ctx: Ctx) => Row
  /** In the order of the workbook. */
  columns: Columns
  /** Which of them stand on the screen; the first says what the row is. */
  listed: readonly (keyof Columns & string)[]
}

/** What a later module knows of the same records. */
type Extension<F extends RegisterFilters, Of, Row, Columns extends RegisterColumns<Of | undefined>> = {
  read: (ctx: Ctx, ids: number[]) => Promise<Map<number, Of>>
  /** Instead of the register's own, for what only this module can tell. */
  where?: Partial<Conditions<F>>
  row?: (of: Of | undefined, ctx: Ctx) => Partial<Row>
  columns: Columns
  listed: readonly (keyof Columns & string)[]
}

/** The filters of a call, read. */
type Chosen<F extends RegisterFilters> = { [K in keyof F]?: FilterValue<F[K]> | undefined }
type Asked<F extends RegisterFilters> = Chosen<F> & { sort?: string | undefined }
type Paging = { pageNum: number; pageSize: number }
type Entry<Row> = { row: Row; values: Values }
type ReadMore<Row> = (ctx: Ctx, ids: number[]) => Promise<(id: number) => Entry<Partial<Row>>>

/**
 * A register of the back office, said once: what narrows it, what its columns are and what they are sorted by. Its
 * list, its total, its workbook and the headings of its table come from here.
 */
export function defineRegister<
  F extends RegisterFilters,
  Of,
  Row extends { id: number },
  Columns extends RegisterColumns<Of>,
>(definition: Definition<F, Of, Row, Columns>) {
  const { name, filters, from, id, newest } = definition
  const where: Conditions<F> = { ...definition.where }
  const columns = columnsOf(definition.columns)
  const listed: string[] = [...definition.listed]
  const extensions: ReadMore<Row>[] = []

  function conditionOf<K extends keyof F>(ctx: Ctx, asked: Chosen<F>, filter: K): SQL | undefined {
    const wanted: FilterValue<F[K]> | undefined = asked[filter]
    if (wanted === undefined || wanted === '') return
    const condition: Condition<FilterValue<F[K]>> = where[filter]
    return condition instanceof PgColumn ? eq(condition, wanted) : condition(wanted, ctx)
  }

  /** What was chosen, and what was typed: that has an index of its own. */
  function soughtIn(ctx: Ctx, asked: Asked<F>) {
    const among = (isText: boolean) =>
      and(
        ...Object.keys(filters)
          .filter(filter => (filters[filter]!.kind === 'text') === isText)
          .map(filter => conditionOf(ctx, asked, filter)),
      )
    const { permission, province } = definition.within ?? {}
    const own = permission && province && within(ctx, permission, province)
    return { from, id, where: and(among(false), own) ?? sql`true`, matches: among(true), ...orderOf(ctx, asked) }
  }

  const sortableBy = (ctx: Ctx) => columns.filter(column => column.sort && mayRead(ctx, column))
  const sortedBy = (ctx: Ctx, sort: string) => sortableBy(ctx).find(({ key }) => key === sort.replace('-', ''))?.sort

  function orderOf(ctx: Ctx, { sort = '' }: Asked<F>) {
    if (sort === '') return { at: newest, ascending: false, hasIndex: true }
    const at = sortedBy(ctx, sort)
    if (!at) throw invalid(sortFault(sortableBy(ctx)), { sort: sortFault(sortableBy(ctx)) })
    return { at, ascending: !sort.startsWith('-'), hasIndex: at === newest }
  }

  async function placesOf(ctx: Ctx, asked: Asked<F> & Paging) {
    const { matches, hasIndex, ...sought } = soughtIn(ctx, asked)
    const page = { limit: asked.pageSize, skip: offset(asked) }
    if (hasIndex && !matches) return pageOf(ctx.db, sought, page)
    const search = hasIndex ? newestOf : newestOfFew
    const { places, total } = await search(ctx.db, { ...sought, matches: matches ?? sql`true` }, page)
    if (!places) throw tooManyToSort()
    return { total, ids: places.map(place => place.id) }
  }

  async function entriesOf(ctx: Ctx, ids: number[]): Promise<Entry<Row>[]> {
    const [records, ...parts] = await Promise.all([
      definition.read(ctx, ids),
      ...extensions.map(read => read(ctx, ids)),
    ])
    const entries = new Map<number, Entry<Row>>()
    for (const of of records) {
      const row = definition.row(of, ctx)
      const values = valuesOf(definition.columns, of, ctx)
      for (const partOf of parts) {
        const part = partOf(row.id)
        Object.assign(row, part.row)
        Object.assign(values, part.values)
      }
      entries.set(row.id, { row, values })
    }
    // One that was deleted meanwhile is left out.
    return ids.flatMap(one => entries.get(one) ?? [])
  }

  /** All of them in their order, a batch after the other. */
  async function* readAll(ctx: Ctx, sought: Omit<Sought, 'matches'>): AsyncGenerator<Entry<Row>> {
    let last: Place | undefined
    do {
      const places = await nextOf(ctx.db, sought, last)
      yield* await entriesOf(
        ctx,
        places.map(place => place.id),
      )
      last = places.at(-1)
    } while (last)
  }

  const register = {
    /** One page, and how many rows there are. */
    async list(ctx: Ctx, asked: Asked<F> & Paging): Promise<RegisterPage<Row>> {
      const { ids, total } = await placesOf(ctx, asked)
      const entries = await entriesOf(ctx, ids)
      const shown = listed.flatMap(key => columns.filter(column => column.key === key && mayRead(ctx, column)))
      const list = entries.map(({ row, values }) => ({ ...row, cells: cellsOf(shown, values) }))
      return { ...toPage(list, total, asked), columns: shown.map(headOf) }
    },

    /** How many rows the workbook of these filters has. */
    async count(ctx: Ctx, asked: Asked<F>): Promise<number> {
      const { where, matches } = soughtIn(ctx, asked)
      const condition = matches ? sql`${where} and ${matches}` : where
      const { rows } = await ctx.db.execute(sql`select count(*)::int as count from ${from} where ${condition}`)
      return Number(rows[0]!.count)
    },

    /** The whole list, as a workbook that is written while it is sent. */
    async export(ctx: Ctx, asked: Asked<F>): Promise<Download> {
      const { where, matches, hasIndex, ...order } = soughtIn(ctx, asked)
      const condition = matches ? sql`${where} and ${matches}` : where
      const count = hasIndex ? 0 : await countUpTo(ctx.db, COUNT_LIMIT, sql`select 1 from ${from} where ${condition}`)
      if (count > COUNT_LIMIT) throw tooManyToSort()
      const exported = columns.filter(column => column.exported !== false && mayRead(ctx, column))
      return sendWorkbook(name, {
        name,
        columns: exported.map(({ key, heading, width }) => ({
          title: heading,
          width,
          value: ({ values }: Entry<Row>) => values[key],
        })),
        rows: readAll(ctx, { ...order, where: condition }),
      })
    },

    /** A later module adds its columns, and answers the filters and fields whose records are its own. */
    extend<More, Added extends RegisterColumns<More | undefined>>(extension: Extension<F, More, Row, Added>): void {
      Object.assign(where, extension.where)
      columns.push(...columnsOf(extension.columns))
      listed.push(...extension.listed)
      extensions.push(async (ctx, ids) => {
        const found = await extension.read(ctx, ids)
        return one => ({
          row: extension.row?.(found.get(one), ctx) ?? {},
          values: valuesOf(extension.columns, found.get(one), ctx),
        })
      })
    },
  }
  const { views } = definition
  if (views)
    knowRegister(views.code, {
      name,
      permission: views.permission,
      faultIn: (ctx, query) => {
        const unkept = views.unkept?.find(filter => query[filter])
        if (unkept) return `为保护个人信息，按“${filters[unkept]!.label}”查找的条件不能保存在视图里`
        const fault = viewFault(viewInput(registerInput(filters)), query)
        if (fault || !query.sort || sortedBy(ctx, query.sort)) return fault
        return sortFault(sortableBy(ctx))
      },
    })
  return {
    ...register,
    /** The same register, where these fields of a record's form and no others have no column: one that is neither does not compile. */
    besides: <const Fields extends readonly FormField[]>(
      _fields: Fields,
      _others: Record<Exclude<NameIn<Fields>, keyof Columns>, true>,
    ) => register,
  }
}

function sortFault(sortable: readonly Column[]) {
  const choices = sortable.map(({ key, heading }) => `${key}（${heading}）`).join('、')
  return `不能按这一列排序，可以排序的有：${choices || '无'}；降序时前面加 -`
}

const tooManyToSort = () => {
  const message = `符合条件的超过 ${COUNT_LIMIT} 条，请先缩小筛选范围，再按这一列排序`
  return invalid(message, { sort: message })
}
