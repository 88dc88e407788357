import { and, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { invalid } from '#lib/error.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { type DataCondition, type DataFilter, readDataQuery } from '#lib/register/dataFilters.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { containsWords } from '#lib/server/database/containsWords.ts'
import { widthOf } from '#lib/server/forms/formColumns.ts'
import { byPinyin, type DataColumn } from '#lib/server/registers/registerColumns.ts'
import type { OwnValues } from '../ownFieldForm.ts'
import { formFieldOf, type OwnField, readOwnFields } from './ownFields.ts'

/** Where a register finds the answers of a type of record: in its rows, and in the tables that it is read from. */
export type OwnSource<Of> = {
  type: string
  of: (row: Of) => OwnValues | null | undefined
  /** The column `own` of the record's table; null where there is no such record. */
  stored: SQLWrapper
}

/** Own fields as columns of a register, and the condition of its filter `own`. */
export function ownColumns<Of>(sources: readonly OwnSource<Of>[]) {
  const readFields = (ctx: Ctx) => readOwnFields(ctx, ...sources.map(({ type }) => type))
  const sourceOf = ({ recordType }: OwnField) => sources.find(({ type }) => type === recordType)!
  return {
    data: async (ctx: Ctx): Promise<DataColumn<Of>[]> =>
      (await readFields(ctx)).map(field => columnOf(field, sourceOf(field))),
    where: async (typed: string, ctx: Ctx): Promise<SQL> => {
      const fields = await readFields(ctx)
      const read = readDataQuery(fields.map(filterOf), typed)
      if ('fault' in read) throw invalid(read.fault, { own: read.fault })
      const conditions = read.conditions.map(({ filter, condition }) => {
        const field = fields.find(({ code }) => code === filter.code)!
        return conditionOf(sourceOf(field).stored, field, condition)
      })
      return and(...conditions) ?? sql`true`
    },
  }
}

function columnOf<Of>(field: OwnField, { of, stored }: OwnSource<Of>): DataColumn<Of> {
  const { code, label, kind, unit } = field
  const form = formFieldOf(field)
  const isNumber = kind === 'number'
  return {
    key: code,
    heading: isNumber && unit && !label.includes(`（${unit}）`) ? `${label}（${unit}）` : label,
    width: widthOf({ kind, label }),
    value: row => {
      const answer = of(row)?.[code]
      return isNumber ? (answer as number | undefined) : fieldText(form, answer)
    },
    sort: sortOf(field, stored),
    ...(isNumber && { isFigure: true }),
    ...(kind === 'day' && { nowrap: true }),
    filter: filterOf(field),
  }
}

function filterOf({ code, label, kind, options, unit }: OwnField): DataFilter {
  const about = { code, label, ...(unit && { unit }) }
  if (kind === 'choice' || kind === 'choices')
    return { ...about, kind: 'choice', options: options.map(({ code, name }) => ({ code, name })) }
  return { ...about, kind: kind === 'number' || kind === 'day' ? kind : 'text' }
}

/** Whoever has no answer comes first. */
function sortOf({ code, kind, options }: OwnField, stored: SQLWrapper): SQL {
  const text = sql`coalesce(${stored} ->> ${code}::text, '')`
  switch (kind) {
    case 'number':
      return sql`coalesce((${stored} ->> ${code}::text)::numeric, -1)`
    case 'choice': {
      const codes = options.map(option => option.code).join(',')
      return sql`coalesce(array_position(string_to_array(${codes}::text, ','), ${stored} ->> ${code}::text), 0)`
    }
    case 'text':
    case 'paragraph':
      return byPinyin(text)
    default:
      return text
  }
}

function conditionOf(stored: SQLWrapper, { code, kind }: OwnField, condition: DataCondition): SQL {
  const text = sql`${stored} ->> ${code}::text`
  switch (condition.is) {
    case 'empty':
      return sql`not ${stored} ? ${code}::text`
    case 'filled':
      return sql`${stored} ? ${code}::text`
    case 'containing':
      return containsWords(sql`(${text})`, condition.words)
    case 'among': {
      const codes = sql`string_to_array(${condition.codes.join(',')}::text, ',')`
      return kind === 'choice' ? sql`${text} = any(${codes})` : sql`${stored} -> ${code}::text ?| ${codes}`
    }
    case 'between': {
      const { from, to } = condition
      const value = kind === 'number' ? sql`(${text})::numeric` : text
      const end = (at: string) => (kind === 'number' ? sql`${at}::numeric` : sql`${at}::text`)
      return and(from ? sql`${value} >= ${end(from)}` : undefined, to ? sql`${value} <= ${end(to)}` : undefined)!
    }
  }
}
