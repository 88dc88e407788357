import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { readForm } from '#lib/form/formReading.ts'
import { labelled } from '#lib/form/formWords.ts'
import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import type { OperationMode } from '#lib/server/process/operation.ts'
import { changeWithVersion, versionOf } from '#modules/audit/server/changes.ts'
import { recordChange } from '#modules/audit/server/record.ts'
import { operationFields } from '../operationForm.ts'
import type { staffSettingsContract } from '../staffContract.ts'
import { readOperation, refreshOperation, setOperation } from './operation.ts'

type Endpoints = typeof staffSettingsContract

const OBJECT = { objectType: 'setting', objectName: '维护模式' } as const

export const operationDeskHandlers = {
  'GET /staff/operation': async ctx => {
    const values = await readOperation(ctx)
    return { fields: [...operationFields], values, version: versionOf(values) }
  },
  'POST /staff/operation/save': async (ctx, { version, form }) => {
    const saved = await changeWithVersion(ctx, { ...OBJECT, version, read: readOperation }, (inside, before) =>
      change(inside, before, form),
    )
    // The other processes hear of it; whoever did it looks at it next.
    await refreshOperation(ctx)
    return saved
  },
} satisfies Partial<Handlers<Endpoints>>

async function change(ctx: Ctx, before: Awaited<ReturnType<typeof readOperation>>, form: Record<string, unknown>) {
  const { values, errors } = readForm(operationFields, form, { whole: true, today: dayOf(ctx.now) })
  if (Object.keys(errors).length > 0) throw invalid(`有 ${Object.keys(errors).length} 处需要更正`, errors)
  const mode = values.mode as OperationMode
  const after = { mode, message: mode === 'open' ? '' : String(values.message ?? '').replace(/。$/, '') }
  await setOperation(ctx, after)
  const [was, is] = [before, after].map(each => labelled(operationFields, each))
  await recordChange(ctx, { action: 'setting.operation', ...OBJECT, before: was!, after: is! })
  return { version: versionOf(after) }
}
