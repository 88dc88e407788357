import type { Ctx } from '#lib/server/api/context.ts'
import { fileInfos } from '#modules/files/server/attachments.ts'
import { slotsToFill } from '#modules/review/confirming/server/confirmationStatus.ts'
import type { Application, Kind, Schema } from '#modules/review/server/applicationKinds.ts'
import { openParts } from '#modules/review/server/applications.ts'
import type { Materials } from '#modules/review/server/tables.ts'
import { isStampedForm } from '#modules/review/workflow.ts'
import { matchScan } from './prints.ts'

/** Returns the slots with their files for the applicant; an application that has not begun has no files. */
export async function readSlots(ctx: Ctx, kind: Kind, of: Application | undefined, schema: Schema) {
  const materials = of?.materials ?? {}
  const infos = await fileInfos(ctx, Object.values(materials).flat())
  const { slots: open } = openParts(of, schema)
  const wanted = await slotsToFill(ctx, of ?? kind, schema)
  return Promise.all(
    wanted.map(async ({ code, name, required = false, max, hint = '' }) => {
      const files = (materials[code] ?? []).flatMap(fileId => infos.get(fileId) ?? [])
      const match = of && isStampedForm(code) && files.length ? await matchScan(ctx, of, materials[code]!) : null
      return { code, name, required, max, hint, files, match, editable: open.includes(code) }
    }),
  )
}

/** Groups submitted files by slot; a slot that is not listed becomes empty. */
export function materialsIn({ slots }: Schema, files: readonly { code: string; fileId: number }[]): Materials {
  const sent = Map.groupBy(files, ({ code }) => code)
  return Object.fromEntries(slots.map(({ code }) => [code, (sent.get(code) ?? []).map(({ fileId }) => fileId)]))
}
