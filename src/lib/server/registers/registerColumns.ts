import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { DataFilter } from '../../register/dataFilters.ts'
import type { FilterValue, RegisterFilters, RegisterHead } from '../../register/register.ts'
import type { Ctx } from '../api/context.ts'
import type { Order } from '../database/newest.ts'
import { readings } from '../search/readings.ts'

type Value = string | number | null | undefined

/** Column of a register, on the screen and in the workbook. */
export type RegisterColumn<Of> = {
  heading: string
  value: (of: Of, ctx: Ctx) => Value
  /** Text on the screen where there is no value. */
  empty?: string
  /** Width in the workbook, in characters. */
  width?: number
  /** Sort expression; never null. */
  sort?: SQLWrapper
  /** The sort expression and `id` have an index, so that any number of rows can be sorted. */
  indexed?: true
  /** Keeps the text on one line on the screen. */
  nowrap?: boolean
  /** Aligns digits and keeps them on one line on the screen. */
  isFigure?: boolean
  /** Left out of the workbook. */
  exported?: false
  /** Permission needed to see the column. */
  permission?: `staff:${string}`
}
export type RegisterColumns<Of> = { [key: string]: RegisterColumn<Of> }

/** A column without its value, which is of another type in each definition. */
export type Column = Omit<RegisterColumn<never>, 'value'> & { key: string }
export type Values = { [key: string]: Value }

/** Column that the association has defined: a record's data, not the program's. `filter`: how rows are narrowed by it. */
export type DataColumn<Of> = RegisterColumn<Of> & { key: string; filter: DataFilter }

export const columnsOf = (columns: RegisterColumns<never>): Column[] =>
  Object.entries(columns).map(([key, { value: _, ...column }]) => ({ key, ...column }))

export const valuesOf = <Of>(columns: RegisterColumns<Of>, of: Of, ctx: Ctx): Values =>
  Object.fromEntries(Object.entries(columns).map(([key, { value }]) => [key, value(of, ctx)]))

export const mayRead = ({ actor }: Ctx, { permission }: Column) =>
  !permission || (actor.kind !== 'anonymous' && actor.permissions.includes(permission))

export const headOf = ({ key, heading, sort, nowrap = false, isFigure = false }: Column): RegisterHead => ({
  key,
  heading,
  sortable: sort !== undefined,
  nowrap,
  isFigure,
})

/** A row as its table shows it. */
export const cellsOf = (columns: readonly Column[], values: Values) =>
  Object.fromEntries(columns.map(({ key, empty = '' }) => [key, String(values[key] ?? '') || empty]))

/** Titles and names of organisations in the order of their pinyin, places as they are read: 乐清 with 月. */
export const byPinyin = (title: SQLWrapper) => sql`${placesRead(title)} collate "zh-x-icu"`

/** Names of people, or of whoever a record is about, in the order of their pinyin: the surname 单 with 善. */
export const byName = (name: SQLWrapper) => sql`case
  when char_length(${name}) <= ${maxPersonName} and ${name} ~ ${surnamePattern} and ${name} !~ ${placePattern}
  then regexp_replace(${name}, ${surnamePattern}, ${surnames} ->> substring(${name} from ${surnamePattern}))
  else ${placesRead(name)} end collate "zh-x-icu"`

/** What `readAs` does with places, with the first of them. */
const placesRead = (name: SQLWrapper) => sql`coalesce(
  replace(${name}, substring(${name} from ${placePattern}), ${places} ->> substring(${name} from ${placePattern})), ${name})`

const literal = (text: string) => sql.raw(`'${text}'`)
const placePattern = literal(readings.placePattern)
const surnamePattern = literal(readings.surnamePattern)
const places = sql`${literal(JSON.stringify(readings.places))}::jsonb`
const surnames = sql`${literal(JSON.stringify(readings.surnames))}::jsonb`
const maxPersonName = sql.raw(String(readings.MAX_PERSON_NAME))

/** The table's column that has the filter's value, or a condition. */
export type Condition<Wanted> = PgColumn | ((wanted: Wanted, ctx: Ctx) => SQL | undefined | Promise<SQL>)
export type Conditions<F extends RegisterFilters> = { [K in keyof F]: Condition<FilterValue<F[K]>> }

export type Definition<
  F extends RegisterFilters,
  Of,
  Row extends { id: number },
  Columns extends RegisterColumns<Of>,
> = {
  /** Name of the workbook and its sheet. */
  name: string
  /** Code under which views are saved; `unkept`: filters that are not saved, because they contain private data. */
  views?: { code: string; permission: `staff:${string}`; unkept?: readonly (keyof F & string)[] }
  filters: F
  /** The table, joined with those that filters and sorts need. */
  from: SQLWrapper
  /** Tables of the same columns whose union `from` is: of each the first rows are found by its own index. */
  parts?: () => readonly SQLWrapper[]
  id: SQLWrapper
  /** Default order, the newest first: indexed together with `id`, never null. */
  newest: SQLWrapper
  /** Replaces `newest` where the filters suit another order, which is indexed together with `id`. */
  ordered?: (asked: Chosen<F>) => Order | undefined
  where: Conditions<F>
  /**
   * Limits staff who have the permission in some provinces only to the records of these, or everybody to what the
   * condition says.
   */
  within?:
    | { permission: `staff:${string}`; province: SQLWrapper }
    | ((ctx: Ctx, asked: RegisterQuery<F>) => SQL | undefined | Promise<SQL | undefined>)
  /** Some of the records, in any order. */
  read: (ctx: Ctx, ids: number[]) => Promise<Of[]>
  /** Row of the response for one record. */
  row: (of: Of, ctx: Ctx) => Row
  /** Columns in the order of the workbook. */
  columns: Columns
  /** Columns shown by default on the screen; the first identifies the row. */
  listed: readonly (keyof Columns & string)[]
  /** Columns that are data, read with each call. The filter of kind `data` is judged by them. */
  data?: (ctx: Ctx) => Promise<DataColumn<Of>[]>
}

/** Columns, filters and row data that a later module adds to a register. */
export type Extension<F extends RegisterFilters, Of, Row, Columns extends RegisterColumns<Of | undefined>> = {
  read: (ctx: Ctx, ids: number[]) => Promise<Map<number, Of>>
  /** Replaces conditions of the register that only this module can evaluate. */
  where?: Partial<Conditions<F>>
  row?: (of: Of | undefined, ctx: Ctx) => Partial<Row>
  columns: Columns
  listed: readonly (keyof Columns & string)[]
}

/** The filters of a call, read. */
export type Chosen<F extends RegisterFilters> = { [K in keyof F]?: FilterValue<F[K]> | undefined }
export type RegisterQuery<F extends RegisterFilters> = Chosen<F> & {
  sort?: string | undefined
  columns?: string | undefined
  ids?: number[] | undefined
}
