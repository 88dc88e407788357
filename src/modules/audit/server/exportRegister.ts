import type { Download } from '#lib/contract.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Event, record } from './record.ts'

/** The two functions of a register that an export needs. */
type Exportable<Asked> = {
  exportDetail: (ctx: Ctx, asked: Asked) => Promise<Record<string, unknown>>
  export: (ctx: Ctx, asked: Asked) => Promise<Download>
}

/** Answers the workbook of a register, and adds to the audit log who took it, with its filters and number of rows. */
export async function exportRegister<Asked>(
  ctx: Ctx,
  register: Exportable<Asked>,
  asked: Asked,
  event: Pick<Event, 'action' | 'objectType' | 'objectName'>,
) {
  await record(ctx, { ...event, detail: await register.exportDetail(ctx, asked) })
  return register.export(ctx, asked)
}
