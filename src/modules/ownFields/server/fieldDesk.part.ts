import { eq, sql } from 'drizzle-orm'
import { conflict, notFound } from '#lib/error.ts'
import { type FieldErrors, type FormField, type FormRow, type FormValues, type Option, rowsIn } from '#lib/form/form.ts'
import { ANYTHING } from '#lib/register/dataFilters.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { headingKey } from '#modules/imports/server/headings.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { pinyinCode } from '#modules/settings/server/pinyinCode.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import type { ownFieldRecords } from '../ownFieldContract.ts'
import { OPTION_CODE, OWN_PREFIX, ownFieldForm } from '../ownFieldForm.ts'
import { type OwnField, readAllOwnFields } from './ownFields.ts'
import { type OwnRecord, ownRecordOf, ownRecords } from './recordTypes.ts'
import { ownField } from './tables.ts'

const MAX_FIELDS = 40
const PINYIN_CHARS = 24

const formNow = () => ownFieldForm(ownRecords().map(({ type, name }) => ({ code: type, name })))
const hasOptions = (kind: unknown) => kind === 'choice' || kind === 'choices'
const yesNo = (is: boolean) => (is ? 'yes' : 'no')

const valuesOf = (field: OwnField): FormValues => ({
  recordType: field.recordType,
  code: field.code,
  label: field.label,
  kind: field.kind,
  options: field.options.map(({ code, name, retired = false }) => ({ code, name, retired })),
  unit: field.unit,
  section: field.section,
  hint: field.hint,
  filledBy: field.filledBy,
  required: yesNo(field.required),
  shown: yesNo(field.isPublic),
  state: field.removedAt ? 'removed' : 'asked',
})

/** Counts the records of a type that have an answer, by the code of the field. */
async function countAnswers({ db }: Pick<Ctx, 'db'>, { table }: OwnRecord): Promise<Map<string, number>> {
  const { rows } = await db.execute<{ code: string; count: number }>(
    sql`select code, count(*)::int as count from ${table}, jsonb_object_keys(${table.own}) code group by code`,
  )
  return new Map(rows.map(({ code, count }) => [code, count]))
}

/** Counts the records that chose each option. */
async function countChoices({ db }: Pick<Ctx, 'db'>, { table }: OwnRecord, code: string): Promise<Map<string, number>> {
  const answer = sql`${table.own} -> ${code}::text`
  const { rows } = await db.execute<{ option: string; count: number }>(sql`
    select option, count(*)::int as count
    from ${table}, jsonb_array_elements_text(case jsonb_typeof(${answer}) when 'array' then ${answer}
      else jsonb_build_array(${answer}) end) option
    where ${table.own} ? ${code}::text group by option`)
  return new Map(rows.map(({ option, count }) => [option, count]))
}

function recordOf(type: unknown): OwnRecord {
  const found = ownRecordOf(String(type))
  if (!found) throw notFound('没有这种登记')
  return found
}

/** Kept by the program, and changed by acts of their own: not filled in. */
const NOT_ASKED = ['recordType', 'code', 'state']

/** The form for one type of record: what cannot be said of it is not asked. */
const fieldsFor = ({ isFilledByHolder, isShown }: OwnRecord, fields: readonly FormField[]) =>
  fields.filter(
    ({ name }) =>
      !NOT_ASKED.includes(name) &&
      (isFilledByHolder || (name !== 'filledBy' && name !== 'required')) &&
      (isShown || name !== 'shown'),
  )

/** Own fields of all types of records. A removed one stays, with what was answered, and can be put back. */
defineSiteRecords<OwnField, ListOf<typeof ownFieldRecords.ownField>>({
  objectType: 'ownField',
  called: '自定义栏目',
  who: 'staff:members',
  fields: formNow,
  read: readAllOwnFields,
  nameOf: ({ label }) => label,
  valuesOf,
  facts: async ctx => {
    const counts = new Map(
      await Promise.all(ownRecords().map(async record => [record.type, await countAnswers(ctx, record)] as const)),
    )
    const asked: readonly FormField[] = formNow()
    const kinds = asked.find(({ name }) => name === 'kind')!.options!
    return ({ code, kind, recordType, removedAt }) => {
      const condition = new URLSearchParams({ [code]: ANYTHING }).toString()
      return {
        code,
        kindName: kinds.find(one => one.code === kind)!.name,
        isRemoved: removedAt !== null,
        answers: counts.get(recordType)?.get(code) ?? 0,
        route: removedAt ? null : recordOf(recordType).route(encodeURIComponent(condition)),
      }
    }
  },
  listing: async (_, listRows, within) => {
    const chosen = within === undefined ? ownRecords()[0]! : recordOf(within)
    const { fields, ...rest } = await listRows(chosen.type)
    const types = ownRecords().map(({ type, name, unit, isFilledByHolder, isShown }) => {
      return { type, name, unit, isFilledByHolder, isShown }
    })
    return { ...rest, fields: fieldsFor(chosen, fields), chosen: chosen.type, types }
  },
  check: async (ctx, values, seen) => {
    const before = seen ?? (await findRemoved(ctx, values))
    return {
      ...(await labelFaults(ctx, values, before)),
      ...optionFaults(values),
      ...placeFaults(values),
      ...(before && (await changeFaults(ctx, values, before))),
    }
  },
  write: async (ctx, values, seen) => {
    const before = seen ?? (await findRemoved(ctx, values))
    const all = await readAllOwnFields(ctx)
    const label = String(values.label)
    const isTaken = (code: string) => all.some(one => one.code === OWN_PREFIX + code)
    const made = OWN_PREFIX + pinyinCode(label, isTaken, PINYIN_CHARS)
    const recordType = String(values.recordType)
    const { isFilledByHolder } = recordOf(recordType)
    const row = {
      recordType,
      code: before?.code ?? (values.code ? String(values.code) : made),
      label,
      kind: values.kind as OwnField['kind'],
      ...optionsIn(values, before),
      unit: values.kind === 'number' ? String(values.unit ?? '') : '',
      section: String(values.section ?? ''),
      hint: String(values.hint ?? ''),
      filledBy: isFilledByHolder ? (values.filledBy as OwnField['filledBy']) : ('staff' as const),
      required: isFilledByHolder && values.required === 'yes',
      isPublic: values.shown === 'yes',
      removedAt: values.state === 'removed' ? (before?.removedAt ?? ctx.now) : null,
    }
    return saveInOrder(ctx.db, ownField, row, before, eq(ownField.recordType, recordType))
  },
  table: ownField,
  remove: async (ctx, { id, removedAt }) => {
    if (removedAt) throw conflict('这个栏目已经移除')
    await ctx.db.update(ownField).set({ removedAt: ctx.now }).where(eq(ownField.id, id))
  },
  order: { by: 'recordType' },
  pack: { key: 'code', omits: ({ removedAt }) => removedAt !== null },
})

/** A pack, which knows no removed fields, brings one back under its code. */
const findRemoved = async (ctx: Ctx, { code }: FormValues) =>
  code ? (await readAllOwnFields(ctx)).find(one => one.code === code && one.removedAt !== null) : undefined

/** A second field of the same name could not be told from it in imports and exports. */
async function labelFaults(ctx: Ctx, values: FormValues, before: OwnField | undefined): Promise<FieldErrors> {
  if (values.state === 'removed') return {}
  const others = (await readAllOwnFields(ctx)).filter(({ id, removedAt }) => id !== before?.id && removedAt === null)
  const key = headingKey(String(values.label ?? ''))
  const known = (await Promise.all(ownRecords().map(({ labels }) => labels(ctx)))).flat()
  const full = others.filter(({ recordType }) => recordType === values.recordType).length >= MAX_FIELDS
  return {
    ...wrongIf(key === '', { label: '栏目名称至少要有一个括号以外的字' }),
    ...wrongIf(
      known.some(label => headingKey(label) === key),
      { label: '程序已有这个名称的栏目' },
    ),
    ...wrongIf(
      others.some(({ label }) => headingKey(label) === key),
      { label: '已有这个名称的自定义栏目（括号里的字不算）' },
    ),
    ...wrongIf(full && (!before || before.removedAt !== null), { label: `每种登记最多 ${MAX_FIELDS} 个自定义栏目` }),
  }
}

const nameOf = (row: FormRow) => String(row.name ?? '')
const codeOf = (row: FormRow) => String(row.code ?? '')

function optionFaults(values: FormValues): FieldErrors {
  if (!hasOptions(values.kind)) return {}
  const rows = rowsIn(values, 'options')
  const faults = rows.flatMap((row, i): [string, string][] => {
    if (rows.findIndex(one => nameOf(one) === nameOf(row)) < i) return [[`options.${i}.name`, '与前面的选项同名']]
    const code = codeOf(row)
    const isWrong = code !== '' && (!OPTION_CODE.test(code) || rows.findIndex(one => codeOf(one) === code) < i)
    return isWrong ? [[`options.${i}.name`, '选项的代号有误，请删去重填']] : []
  })
  return {
    ...wrongIf(rows.filter(row => row.retired !== true).length < 2, { options: '单选、多选至少要有两个在用的选项' }),
    ...Object.fromEntries(faults),
  }
}

/** Options with their codes; a new one gets the next that no option of the field ever had. */
function optionsIn(values: FormValues, before: OwnField | undefined): Pick<OwnField, 'options' | 'lastOption'> {
  const rows = hasOptions(values.kind) ? rowsIn(values, 'options') : []
  const numbers = rows.map(row => Number(OPTION_CODE.exec(codeOf(row))?.[1] ?? 0))
  let lastOption = Math.max(before?.lastOption ?? 0, ...numbers)
  const options = rows.map((row): Option => {
    const code = codeOf(row) || `o${++lastOption}`
    return { code, name: nameOf(row), ...(row.retired === true && { retired: true }) }
  })
  return { options, lastOption }
}

/** What cannot be said of this type of record. */
function placeFaults({ recordType, filledBy, shown, code }: FormValues): FieldErrors {
  const { name, isFilledByHolder, isShown } = recordOf(recordType)
  return {
    ...wrongIf(filledBy === 'holder' && !isFilledByHolder, { filledBy: `${name}的栏目只由工作人员填写` }),
    ...wrongIf(shown === 'yes' && !isShown, { shown: `${name}没有公开的页面` }),
    ...wrongIf(Boolean(code) && !/^own_[a-z][a-z0-9]{0,35}$/.test(String(code)), { label: '栏目的代号有误' }),
  }
}

/** What answers have made definite: the type of record, the kind, and the options that were chosen. */
async function changeFaults(ctx: Ctx, values: FormValues, before: OwnField): Promise<FieldErrors> {
  const record = recordOf(before.recordType)
  const count = (await countAnswers(ctx, record)).get(before.code) ?? 0
  const answered = `已有 ${count} ${record.unit}填写`
  const rows = rowsIn(values, 'options')
  const gone = before.options.filter(({ code }) => !rows.some(row => codeOf(row) === code))
  const chosen = gone.length > 0 && count > 0 ? await countChoices(ctx, record, before.code) : new Map()
  const used = gone.find(({ code }) => chosen.has(code))
  return {
    ...wrongIf(values.recordType !== before.recordType, { label: '栏目不能改到另一种登记，请另建一个' }),
    ...wrongIf(values.kind !== before.kind && count > 0, { kind: `${answered}，不能改填写方式；可以移除后另建一个` }),
    ...wrongIf(values.kind === before.kind && used !== undefined, {
      options: `“${used?.name}”已有 ${chosen.get(used?.code)} ${record.unit}选用，不能删除，可以停用`,
    }),
  }
}
