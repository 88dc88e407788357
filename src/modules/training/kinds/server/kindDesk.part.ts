import { eq } from 'drizzle-orm'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { saveInOrder } from '#lib/server/database/orderedRows.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { extraFieldFaults, extraFieldsIn, rowsOfExtraFields } from '#modules/review/server/extraFields.ts'
import { withRowCodes } from '#modules/review/server/rowCodes.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { pinyinCode } from '#modules/settings/server/pinyinCode.ts'
import { defineSiteRecords, wrongIf } from '#modules/settings/server/siteRecords.ts'
import { refundStepsColumn } from '#modules/training/refundForm.ts'
import { courseSearchVector } from '#modules/training/server/searchVector.ts'
import { course, eventKind } from '#modules/training/server/tables.ts'
import { trainingRecords } from '../contract.ts'
import { eventKindFields, kindFaults } from '../kindForm.ts'
import { countEvents, type EventKind, readEventKinds } from './eventKinds.ts'

const kindForm = bindForm(eventKindFields, eventKind, {
  fields: { read: ({ fields }) => rowsOfExtraFields(fields), write: rows => ({ fields: extraFieldsIn(rows) }) },
  refundSteps: refundStepsColumn,
}).besides({ id: true, sort: true })

const CODE = /^[A-Za-z]\w{0,19}$/

async function check(ctx: Ctx, values: FormValues, before: EventKind | undefined): Promise<FieldErrors> {
  const others = (await readEventKinds(ctx)).filter(({ id }) => id !== before?.id)
  const { code, name } = values
  const isUsed = before !== undefined && ((await countEvents(ctx, [before])).get(before.code) ?? 0) > 0
  return {
    ...wrongIf(
      others.some(one => one.name === name),
      { name: `已有“${name}”` },
    ),
    ...wrongIf(!!code && !CODE.test(String(code)), { code: '代码应为字母和数字，以字母开头' }),
    ...wrongIf(
      others.some(one => one.code === code),
      { code: '另一个种类已用这个代码' },
    ),
    ...wrongIf(isUsed && code !== before.code, { code: '已有活动使用，代码不能再改' }),
    ...extraFieldFaults(values, 'fields'),
    ...kindFaults(values),
  }
}

async function write(ctx: Ctx, values: FormValues, before: EventKind | undefined): Promise<number> {
  const all = await readEventKinds(ctx)
  const isTaken = (code: string) => all.some(one => one.code === code)
  const code = String(values.code || (before?.code ?? pinyinCode(String(values.name), isTaken)))
  const questions = { fields: before?.fields ?? [], materials: [] }
  const coded = await withRowCodes(ctx, `eventKind.${code}`, values, questions)
  const row = { ...kindForm.rowOf(coded), code }
  const id = await saveInOrder(ctx.db, eventKind, row, before)
  if (before && row.name !== before.name) await findByNewName(ctx, code, row.name)
  return id
}

/** Events are found by the name of their kind, too. */
async function findByNewName({ db }: Ctx, code: string, name: string) {
  const rows = await db.select().from(course).where(eq(course.kind, code))
  for (const row of rows)
    await db
      .update(course)
      .set({ words: courseSearchVector(row, name) })
      .where(eq(course.id, row.id))
}

/** 活动种类, as staff keep them. A change reaches what is asked from now on; what was registered stays. */
defineSiteRecords<EventKind, ListOf<typeof trainingRecords.eventKind>>({
  objectType: 'eventKind',
  ...trainingRecords.eventKind,
  fields: eventKindFields,
  read: readEventKinds,
  valuesOf: kindForm.valuesOf,
  facts:
    () =>
    ({ code }) => ({ code }),
  check,
  write,
  table: eventKind,
  order: {},
  uses: async (ctx, kinds) => {
    const counts = await countEvents(ctx, kinds)
    return ({ code }) => counts.get(code) ?? 0
  },
  refusal: async (ctx, kind) =>
    `已有 ${(await countEvents(ctx, [kind])).get(kind.code)} 个活动，不能删除；可以把“可以新建”改为否`,
  pack: { key: 'code' },
})
