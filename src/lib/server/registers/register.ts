import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { PgColumn } from 'drizzle-orm/pg-core'
import type { Download } from '../../contract.ts'
import { invalid } from '../../error.ts'
import type { FormField, NameIn } from '../../form/form.ts'
import { type Count, offset, toPage } from '../../paging.ts'
import { readDataQuery } from '../../register/dataFilters.ts'
import type { FilterValue, RegisterFilters, RegisterPage } from '../../register/register.ts'
import { registerInput, viewInput } from '../../register/registerContract.ts'
import type { Ctx } from '../api/context.ts'
import { permissionCondition } from '../api/permissionLimits.ts'
import { countUpTo } from '../database/db.ts'
import { newestOfFew, nextOf, type Place, pageOf, type Sought } from '../database/newest.ts'
import { type Sheet, sendWorkbook } from '../sheets/workbook.ts'
import { addRegister, chosenColumns, viewFault } from './knownRegisters.ts'
import {
  type Chosen,
  type Column,
  type Condition,
  type Conditions,
  cellsOf,
  columnsOf,
  type DataColumn,
  type Definition,
  type Extension,
  headOf,
  mayRead,
  type RegisterColumns,
  type RegisterQuery,
  type Values,
  valuesOf,
} from './registerColumns.ts'

/** Maximum rows sorted by a column without an index, since each of them has to be read while the user waits. */
const MAX_SORTED_ROWS = 200_000

type Paging = { pageNum: number; pageSize: number }
type Entry<Row> = { row: Row; values: Values }
type Found<Of, Row> = Entry<Row> & { of: Of }
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
  const { name, filters, from, parts, id, newest, views } = definition
  const where: Conditions<F> = { ...definition.where }
  const columns = columnsOf(definition.columns)
  const listed: string[] = [...definition.listed]
  const extensions: ReadMore<Row>[] = []

  async function conditionOf<K extends keyof F>(
    ctx: Ctx,
    asked: RegisterQuery<F>,
    filter: K,
  ): Promise<SQL | undefined> {
    const usual = asked.ids ? undefined : (filters[filter]!.always as FilterValue<F[K]> | undefined)
    const wanted: FilterValue<F[K]> | undefined = (asked as Chosen<F>)[filter] ?? usual
    if (wanted === undefined || wanted === '') return
    const condition: Condition<FilterValue<F[K]>> = where[filter]
    return condition instanceof PgColumn ? eq(condition, wanted) : condition(wanted, ctx)
  }

  /** A text that a column holds whole is no search: the column's index serves it, as it does a choice. */
  const isTyped = (filter: string) => filters[filter]!.kind === 'text' && !(where[filter] instanceof PgColumn)

  /** Splits the conditions into chosen filters and typed text, which has an index of its own. */
  async function soughtIn(ctx: Ctx, asked: RegisterQuery<F>) {
    const among = async (isText: boolean) => {
      const some = Object.keys(filters).filter(filter => isTyped(filter) === isText)
      return and(...(await Promise.all(some.map(filter => conditionOf(ctx, asked, filter)))))
    }
    const chosen = asked.ids && inArray(sql`${id}`, asked.ids)
    const where = and(await among(false), await limitOf(ctx, asked), chosen) ?? sql`true`
    return { from, parts, id, where, matches: await among(true), ...(await orderOf(ctx, asked)) }
  }

  async function limitOf(ctx: Ctx, asked: RegisterQuery<F>): Promise<SQL | undefined> {
    const { within } = definition
    if (typeof within === 'function') return within(ctx, asked)
    return within && permissionCondition(ctx, within.permission, within.province)
  }

  const readData = async (ctx: Ctx) => (await definition.data?.(ctx)) ?? []
  /** Columns that the caller may see, with those that are data. */
  const readable = (ctx: Ctx, data: readonly DataColumn<Of>[]) =>
    [...columns, ...data].filter(column => mayRead(ctx, column))
  const sortedBy = (sortable: readonly Column[], sort: string) =>
    sortable.find(({ key }) => key === sort.replace('-', ''))

  async function orderOf(ctx: Ctx, asked: RegisterQuery<F>) {
    const { sort = '' } = asked
    if (sort === '') return { at: newest, ...definition.ordered?.(asked), hasIndex: true }
    const sortable = readable(ctx, await readData(ctx)).filter(column => column.sort)
    const { sort: at, indexed } = sortedBy(sortable, sort) ?? {}
    if (!at) throw invalid(sortFault(sortable), { sort: sortFault(sortable) })
    return { at, ascending: !sort.startsWith('-'), hasIndex: indexed || at === newest }
  }

  /**
   * Columns to show: as requested, else as the user has chosen, else the default ones; always begins with the first,
   * which identifies the row.
   */
  async function shownTo(ctx: Ctx, asked: string | undefined, data: readonly DataColumn<Of>[]): Promise<Column[]> {
    const all = readable(ctx, data)
    const fault = columnsFaultAmong(all, asked)
    if (fault) throw invalid(fault, { columns: fault })
    const wanted = asked?.split(',') ?? (views && (await chosenColumns(ctx, views.code))) ?? listed
    return [...new Set([...listed.slice(0, 1), ...wanted])].flatMap(key => all.find(column => column.key === key) ?? [])
  }

  function columnsFaultAmong(all: readonly Column[], asked: string | undefined): string | undefined {
    const keys = all.map(({ key }) => key)
    const unknown = asked?.split(',').find(key => !keys.includes(key))
    return unknown && `没有“${unknown}”这一栏，可以选择的有：${keys.join('、')}`
  }

  async function placesOf(ctx: Ctx, asked: RegisterQuery<F> & Paging): Promise<{ ids: number[]; total: Count }> {
    const { hasIndex, ...sought } = await soughtIn(ctx, asked)
    const page = { limit: asked.pageSize, skip: offset(asked) }
    if (hasIndex) return pageOf(ctx.db, sought, page)
    const { matches = sql`true` } = sought
    const { places, total } = await newestOfFew(ctx.db, { ...sought, matches }, { ...page, few: MAX_SORTED_ROWS })
    if (!places) throw tooManyToSort()
    return { total, ids: places.map(place => place.id) }
  }

  async function entriesOf(ctx: Ctx, ids: number[], data: readonly DataColumn<Of>[]): Promise<Found<Of, Row>[]> {
    const [records, ...parts] = await Promise.all([
      definition.read(ctx, ids),
      ...extensions.map(read => read(ctx, ids)),
    ])
    const entries = new Map<number, Found<Of, Row>>()
    for (const of of records) {
      const row = definition.row(of, ctx)
      const values = valuesOf(definition.columns, of, ctx)
      for (const { key, value } of data) values[key] = value(of, ctx)
      for (const partOf of parts) {
        const part = partOf(row.id)
        Object.assign(row, part.row)
        Object.assign(values, part.values)
      }
      entries.set(row.id, { of, row, values })
    }
    // Leaves out a row that was deleted meanwhile.
    return ids.flatMap(one => entries.get(one) ?? [])
  }

  /** Yields all rows in their order, in batches. */
  async function* readAll(
    ctx: Ctx,
    sought: Omit<Sought, 'matches'>,
    data: readonly DataColumn<Of>[],
  ): AsyncGenerator<Found<Of, Row>> {
    let last: Place | undefined
    do {
      const places = await nextOf(ctx.db, sought, last)
      yield* await entriesOf(
        ctx,
        places.map(place => place.id),
        data,
      )
      last = places.at(-1)
    } while (last)
  }

  async function matching(ctx: Ctx, asked: RegisterQuery<F>): Promise<SQL> {
    const { where, matches } = await soughtIn(ctx, asked)
    return matches ? sql`${where} and ${matches}` : where
  }

  const register = {
    /** Condition of these filters, for counts beside the list. */
    matching,

    /** Returns one page and the total. */
    async list(ctx: Ctx, asked: RegisterQuery<F> & Paging): Promise<RegisterPage<Row>> {
      const data = await readData(ctx)
      const [{ ids, total }, shown] = await Promise.all([placesOf(ctx, asked), shownTo(ctx, asked.columns, data)])
      const entries = await entriesOf(ctx, ids, data)
      const list = entries.map(({ row, values }) => ({ ...row, cells: cellsOf(shown, values) }))
      const others = readable(ctx, data).filter(column => !shown.includes(column))
      const page = { ...toPage(list, total, asked), columns: shown.map(headOf), others: others.map(headOf) }
      return definition.data ? { ...page, dataFilters: data.map(({ filter }) => filter) } : page
    },

    /** Number of rows in the workbook with these filters. */
    async count(ctx: Ctx, asked: RegisterQuery<F>): Promise<number> {
      const { rows } = await ctx.db.execute(
        sql`select count(*)::int as count from ${from} where ${await matching(ctx, asked)}`,
      )
      return Number(rows[0]!.count)
    },

    /** Details of an export for the audit log: filters without search text, and number of rows. */
    async exportDetail(ctx: Ctx, asked: RegisterQuery<F>): Promise<Record<string, unknown>> {
      const told = Object.entries(asked).filter(
        ([name]) => name === 'sort' || (filters[name] && filters[name].kind !== 'text'),
      )
      return { ...Object.fromEntries(told), rows: await register.count(ctx, asked) }
    },

    /** The whole list, as a workbook that is written while it is sent. `more`: further sheets of the same records. */
    async export<Line>(
      ctx: Ctx,
      asked: RegisterQuery<F>,
      more: (records: () => AsyncIterable<Of>) => Sheet<Line>[] = () => [],
    ): Promise<Download> {
      const { where: _, matches: __, hasIndex, ...order } = await soughtIn(ctx, asked)
      const condition = await matching(ctx, asked)
      const count = hasIndex
        ? 0
        : await countUpTo(ctx.db, MAX_SORTED_ROWS, sql`select 1 from ${from} where ${condition}`)
      if (count > MAX_SORTED_ROWS) throw tooManyToSort()
      const data = await readData(ctx)
      const all = readable(ctx, data).filter(column => column.exported !== false)
      const exported = asked.columns ? await shownTo(ctx, asked.columns, data) : all
      const sought = { ...order, where: condition }
      async function* records() {
        for await (const { of } of readAll(ctx, sought, data)) yield of
      }
      const first: Sheet<Entry<Row>> = {
        columns: exported.map(({ key, heading, width }) => ({
          title: heading,
          width,
          value: ({ values }) => values[key],
        })),
        rows: readAll(ctx, sought, data),
      }
      return sendWorkbook<[Entry<Row>, ...Line[]]>(name, first, ...more(records))
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
  const columnsFault = async (ctx: Ctx, asked: string | undefined) =>
    columnsFaultAmong(readable(ctx, await readData(ctx)), asked)

  /** Returns why the conditions on columns that are data cannot be met. */
  async function dataFault(ctx: Ctx, query: Record<string, string>): Promise<string | undefined> {
    const [filter] = Object.keys(filters).filter(one => filters[one]!.kind === 'data' && query[one])
    if (!filter) return
    const read = readDataQuery(
      (await readData(ctx)).map(column => column.filter),
      query[filter]!,
    )
    return 'fault' in read ? read.fault : undefined
  }

  if (views)
    addRegister(views.code, {
      name,
      permission: views.permission,
      faultIn: async (ctx, query) => {
        const unkept = views.unkept?.find(filter => query[filter])
        if (unkept) return `为保护个人信息，按“${filters[unkept]!.label}”查找的条件不能保存在视图里`
        const fault = viewFault(viewInput(registerInput(filters)), query)
        if (fault) return fault
        const all = readable(ctx, await readData(ctx))
        const sortable = all.filter(column => column.sort)
        if (query.sort && !sortedBy(sortable, query.sort)) return sortFault(sortable)
        return columnsFaultAmong(all, query.columns) ?? dataFault(ctx, query)
      },
      columnsFault,
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
  const message = `符合条件的超过 ${MAX_SORTED_ROWS.toLocaleString('zh-CN')} 条，请先缩小筛选范围，再按这一列排序`
  return invalid(message, { sort: message })
}
