import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FilterValue, RegisterFilters, RegisterHead } from '../../register/register.ts'
import type { Ctx } from '../api/context.ts'
import type { Order } from '../database/newest.ts'

type Value = string | number | null | undefined

/** One column, on the screen and in the workbook. */
export type RegisterColumn<Of> = {
  heading: string
  value: (of: Of, ctx: Ctx) => Value
  /** What the screen says where there is no value. */
  empty?: string
  /** In the workbook, in characters. */
  width?: number
  /** What the register can be sorted by; never null. */
  sort?: SQLWrapper
  /** With `id` that has an index: the register is sorted by it however many fit. */
  indexed?: true
  /** On the screen its text stays on one line. */
  nowrap?: boolean
  /** On the screen its digits stand below each other, on one line. */
  isFigure?: boolean
  /** On the screen only. */
  exported?: false
  /** Only for staff who have it. */
  permission?: `staff:${string}`
}
export type RegisterColumns<Of> = { [key: string]: RegisterColumn<Of> }

/** A column without its value, which is of another type in each definition. */
export type Column = Omit<RegisterColumn<never>, 'value'> & { key: string }
export type Values = { [key: string]: Value }

export const columnsOf = (columns: RegisterColumns<never>): Column[] =>
  Object.entries(columns).map(([key, { value: _, ...column }]) => ({ key, ...column }))

/** What the columns say of one record. */
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

/** Chinese names in the order of their pinyin. */
export const byPinyin = (name: SQLWrapper) => sql`${name} collate "zh-x-icu"`

/** The table's column that has the filter's value, or a condition. */
export type Condition<Wanted> = PgColumn | ((wanted: Wanted, ctx: Ctx) => SQL | undefined)
export type Conditions<F extends RegisterFilters> = { [K in keyof F]: Condition<FilterValue<F[K]>> }

export type Definition<
  F extends RegisterFilters,
  Of,
  Row extends { id: number },
  Columns extends RegisterColumns<Of>,
> = {
  /** Of the workbook and its sheet. */
  name: string
  /** Under which code people keep views of it; `unkept`: filters that would keep what is private. */
  views?: { code: string; permission: `staff:${string}`; unkept?: readonly (keyof F & string)[] }
  filters: F
  /** The table, joined with those that filters and sorts need. */
  from: SQLWrapper
  /** Tables of the same columns whose union `from` is: of each the first rows are found by its own index. */
  parts?: () => readonly SQLWrapper[]
  id: SQLWrapper
  /** What it is sorted by when nobody asks otherwise, the newest first: with `id` it has an index, and is never null. */
  newest: SQLWrapper
  /** Instead of `newest`, where the filters leave what is asked for in another order: with `id` it has an index. */
  ordered?: (asked: Chosen<F>) => Order | undefined
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
export type Extension<F extends RegisterFilters, Of, Row, Columns extends RegisterColumns<Of | undefined>> = {
  read: (ctx: Ctx, ids: number[]) => Promise<Map<number, Of>>
  /** Instead of the register's own, for what only this module can tell. */
  where?: Partial<Conditions<F>>
  row?: (of: Of | undefined, ctx: Ctx) => Partial<Row>
  columns: Columns
  listed: readonly (keyof Columns & string)[]
}

/** The filters of a call, read. */
export type Chosen<F extends RegisterFilters> = { [K in keyof F]?: FilterValue<F[K]> | undefined }
export type Asked<F extends RegisterFilters> = Chosen<F> & {
  sort?: string | undefined
  columns?: string | undefined
  ids?: number[] | undefined
}
