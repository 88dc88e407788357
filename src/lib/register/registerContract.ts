import { z } from 'zod'
import { code, day, int, province, text } from '../form/fields.ts'
import { page, paging } from '../paging.ts'
import { MAX_DATA_QUERY_CHARS } from './dataFilters.ts'
import { PAGE_SIZES } from './pageSize.ts'
import {
  type FilterInput,
  type FilterValue,
  flagOptions,
  type RegisterFilter,
  type RegisterFilters,
} from './register.ts'

type FilterShape<F extends RegisterFilters> = {
  [K in keyof F]: z.ZodOptional<z.ZodType<FilterValue<F[K]>, FilterInput<F[K]>>>
}

/** Input of a register's list and export: filters, sort column and shown columns. */
export function registerInput<F extends RegisterFilters>(filters: F) {
  const shape = Object.entries(filters).map(([name, filter]) => [name, schemaOf(filter).optional()])
  return { ...(Object.fromEntries(shape) as FilterShape<F>), sort: sort.optional(), columns: columns.optional() }
}

export const viewInput = <Shape extends z.ZodRawShape>(inputs: Shape) =>
  z.strictObject({ ...inputs, pageSize: z.enum(PAGE_SIZES.map(String), '不是可选的每页条数').optional() })

/** Input of a register's export: that of the list, or the ids of some rows. */
export const exportInput = <F extends RegisterFilters>(filters: F) => ({
  ...registerInput(filters),
  ids: idList.optional(),
})

/** Ids separated by commas, as in an address. */
export const idList = z
  .string('应为编号的列表，且只能出现一次')
  .regex(/^\d{1,9}(,\d{1,9}){0,999}$/, '应为以逗号分开的编号，最多 1000 个')
  .transform(text => text.split(',').map(Number))

/** Keys of columns in the order in which they are shown. */
export const columns = z
  .string('应为栏目的代码，且只能出现一次')
  .regex(/^\w{1,40}(,\w{1,40}){0,39}$/, '应为栏目的代码，以逗号分开')

const sort = z.string('应为一个列名，且只能出现一次').regex(/^-?\w{1,40}$/, '应为一个列名，降序时前面加 -')

function schemaOf(filter: RegisterFilter): z.ZodType {
  switch (filter.kind) {
    case 'text':
    case 'name':
      return text(60)
    case 'region':
      return province
    case 'day':
      return day
    case 'number':
      return int
    case 'code':
      return code
    case 'flag':
      return oneOf(flagOptions)
    case 'choice':
      return oneOf(filter.options)
    case 'data':
      return text(MAX_DATA_QUERY_CHARS)
  }
}

function oneOf(options: readonly { code: string }[]) {
  const codes = options.map(({ code }) => code)
  const names = [codes.slice(0, -1).join('、'), codes.at(-1)].filter(Boolean).join(' 或 ')
  return z.enum(codes, `应为 ${names}`)
}

export const registerPage = <Shape extends z.ZodRawShape>(row: z.ZodObject<Shape>) =>
  page(row.extend({ cells: z.record(z.string(), z.string()) })).extend({
    columns: z.array(head),
    others: z.array(head),
  })

/** The list of a register: what it takes, and rows of these fields. */
export const registerList = <F extends RegisterFilters, Shape extends z.ZodRawShape>(
  filters: F,
  row: z.ZodObject<Shape>,
) => ({ input: z.object({ ...registerInput(filters), ...paging }), output: registerPage(row) })

/** The same for a register with columns that are data: its answer has their filters, too. */
export const dataRegisterList = <F extends RegisterFilters, Shape extends z.ZodRawShape>(
  filters: F,
  row: z.ZodObject<Shape>,
) => {
  const { input, output } = registerList(filters, row)
  return { input, output: output.extend({ dataFilters: z.array(dataFilter).readonly().optional() }) }
}

/** The same rows as a workbook. */
export const registerExport = <F extends RegisterFilters>(filters: F) => ({
  input: z.object(exportInput(filters)),
  output: 'file' as const,
})

const filterHead = { code: z.string(), label: z.string(), unit: z.string().optional() }
const dataFilter = z.union([
  z.object({ ...filterHead, kind: z.enum(['text', 'number', 'day']) }),
  z.object({
    ...filterHead,
    kind: z.literal('choice'),
    options: z.array(z.object({ code: z.string(), name: z.string() })).readonly(),
  }),
])

const head = z.object({
  key: z.string(),
  heading: z.string(),
  sortable: z.boolean(),
  nowrap: z.boolean(),
  isFigure: z.boolean(),
})
