import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FieldErrors, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled, unlabelled } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { inTransaction } from '#lib/server/database/transaction.ts'
import { changeWithVersion, lockObjectType, versionOf } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { defineRestorable } from '#modules/audit/server/restoring.ts'
import { receivableKinds } from '#modules/ledger/kinds/server/receivableKinds.ts'
import { ways } from '#modules/ledger/ledgerWords.ts'
import { definePackable } from '#modules/settings/server/packable.ts'
import { changeGroup, readGroup } from '#modules/settings/server/settings.ts'
import type { voucherContract } from '../contract.ts'
import { subjectField, subjectOf, voucherFields } from '../voucherForm.ts'
import type { VoucherRules } from '../voucherLines.ts'

const OBJECT = { objectType: 'voucherSettings', objectName: '记账凭证' } as const
const fields = () => voucherFields(receivableKinds())

/** Settings of the association; defaults are the subjects given by each kind. */
export async function readVoucherValues(ctx: Pick<Ctx, 'db'>): Promise<FormValues> {
  const kept = await readGroup(ctx, 'vouchers')
  const usual = new Map(receivableKinds().map(({ kind, subject }) => [subjectField(kind), subject]))
  return Object.fromEntries(fields().map(({ name }) => [name, kept[name] ?? usual.get(name) ?? '']))
}

export async function readVoucherRules(ctx: Pick<Ctx, 'db'>): Promise<VoucherRules> {
  const values = await readVoucherValues(ctx)
  const subject = (name: string) => subjectOf(String(values[name] ?? ''))
  return {
    word: String(values.word),
    split: values.split === 'movement' ? 'movement' : 'day',
    ways: Object.fromEntries(ways.map(way => [way, subject(way)])) as VoucherRules['ways'],
    kindOf: kind => subject(subjectField(kind)),
  }
}

type Sent = { version: string; form: Record<string, unknown> }

const save = (ctx: Ctx, { version, form }: Sent) =>
  changeWithVersion(ctx, { ...OBJECT, version, read: readVoucherValues }, async (inside, before) => {
    const after = await write(inside, before, form, 'voucher.settings')
    return { version: versionOf(after) }
  })

async function write(ctx: Ctx, before: FormValues, form: Record<string, unknown>, action: string): Promise<FormValues> {
  const { values, errors } = readForm(fields(), form, { whole: true, today: dayOf(ctx.now) })
  const wrong: FieldErrors = { ...subjectFaults(values), ...errors }
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  await changeGroup(ctx, 'vouchers', Object.fromEntries(fields().map(({ name }) => [name, String(values[name] ?? '')])))
  const after = await readVoucherValues(ctx)
  const [was, is] = [before, after].map(each => labelled(fields(), each))
  await recordChange(ctx, { action, ...OBJECT, before: was!, after: is! })
  return after
}

function subjectFaults(values: FormValues): FieldErrors {
  const names = [...ways, ...receivableKinds().map(({ kind }) => subjectField(kind))]
  return Object.fromEntries(
    names.flatMap(name => (subjectOf(String(values[name] ?? '')).code ? [] : [[name, '应为科目编码、空格、科目名称']])),
  )
}

export const voucherSettingsHandlers = {
  'GET /staff/voucher/settings': async ctx => {
    const values = await readVoucherValues(ctx)
    return { fields: fields(), values, version: versionOf(values) }
  },
  'POST /staff/voucher/settings': save,
} satisfies Partial<Handlers<typeof voucherContract>>

defineRestorable(OBJECT.objectType, {
  permission: 'staff:finance',
  restore: (ctx, { before }) =>
    inTransaction(ctx, async inside => {
      await lockObjectType(inside, OBJECT.objectType)
      const now = await readVoucherValues(inside)
      await write(inside, now, { ...now, ...unlabelled(fields(), before) }, 'voucher.restore')
    }),
})

definePackable({
  objectType: OBJECT.objectType,
  called: OBJECT.objectName,
  keyField: 'key',
  refers: {},
  leaves: [],
  permission: 'staff:finance',
  fields: async () => fields(),
  read: async ctx => {
    const values = await readVoucherValues(ctx)
    return [{ id: 1, key: 'association', name: OBJECT.objectName, values, version: versionOf(values) }]
  },
  save: async (ctx, { version = '', form }) => {
    await save(ctx, { version, form })
    return { id: 1 }
  },
})
