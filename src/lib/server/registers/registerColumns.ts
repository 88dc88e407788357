import { type SQLWrapper, sql } from 'drizzle-orm'
import type { RegisterHead } from '../../register/register.ts'
import type { Ctx } from '../api/context.ts'

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
  /** On the screen its text stays on one line. */
  nowrap?: boolean
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

export const headOf = ({ key, heading, sort, nowrap = false }: Column): RegisterHead => ({
  key,
  heading,
  sortable: sort !== undefined,
  nowrap,
})

/** A row as its table shows it. */
export const cellsOf = (columns: readonly Column[], values: Values) =>
  Object.fromEntries(columns.map(({ key, empty = '' }) => [key, String(values[key] ?? '') || empty]))

/** Chinese names in the order of their pinyin. */
export const byPinyin = (name: SQLWrapper) => sql`${name} collate "zh-x-icu"`
