import { eq } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import type { FieldErrors, FormField, FormValues } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { storedRows } from '#lib/server/forms/formExceptions.ts'
import { keepSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { designFields, factColumns } from '../designForm.ts'
import { takeBackground } from './backgrounds.ts'
import { kindsToClaim, registersOf } from './claims.ts'
import { checkDrawing, claimFaults } from './designChecks.ts'
import { readDesigns } from './looks.ts'
import { checkSample } from './samples.ts'
import { sayableIn } from './saying.ts'
import { certificateDesign } from './tables.ts'

export type Design = typeof certificateDesign.$inferSelect

const designForm = bindForm(designFields([], []), certificateDesign, {
  background: 'backgroundId',
  facts: {
    read: ({ facts }) => facts,
    write: rows => ({ facts: storedRows(factColumns([]), rows) }),
  },
}).besides({ id: true, updatedAt: true })

export const fieldsOf = async (ctx: Pick<Ctx, 'db'>) => {
  const kinds = await kindsToClaim(ctx)
  const named = (await readDesigns(ctx)).flatMap(design => design.kinds)
  const gone = named.filter(code => !kinds.some(kind => kind.code === code))
  const options = [
    ...kinds.map(({ code, name }) => ({ code, name })),
    ...gone.map(code => ({ code, name: `${code}（已删除的种类）`, retired: true })),
  ]
  return designFields(options, sayableIn(registersOf(kinds, [])))
}

/** The designs of certificates, as staff keep them; a kind has one of them at most. */
export const designDesk = keepSiteRecords<Design>({
  objectType: 'certificateDesign',
  called: '证书版式',
  permission: 'staff:certificates',
  fields: fieldsOf,
  read: readDesigns,
  valuesOf: designForm.valuesOf,
  check: async (ctx, values, before) => {
    const wrong = {
      ...(await checkDrawing(ctx, values, before?.backgroundId)),
      ...(await claimFaults(ctx, values, before?.id)),
    }
    if (!values.template || wrong.background || !isWhole(await fieldsOf(ctx), values)) return wrong
    return { ...wrong, ...(await checkSample(ctx, designForm.rowOf(values))) }
  },
  write,
  table: certificateDesign,
  pack: { key: 'name', last: true },
})

/** Whether a sheet can be made of it, under whatever name. */
const isWhole = (fields: readonly FormField[], values: FormValues) =>
  fields.every(({ name, required }) => !required || name === 'name' || name in values)

async function write(ctx: Ctx, values: FormValues, before: Design | undefined): Promise<number> {
  const row = { ...designForm.rowOf(values), updatedAt: ctx.now }
  await takeBackground(ctx, row.backgroundId, before?.backgroundId)
  if (before) {
    await ctx.db.update(certificateDesign).set(row).where(eq(certificateDesign.id, before.id))
    return before.id
  }
  const [added] = await ctx.db.insert(certificateDesign).values(row).returning({ id: certificateDesign.id })
  return added!.id
}

/** What is typed, as far as it decides how the sheet looks; throws all that is wrong with that. */
export async function readDrawing(ctx: Ctx, form: Record<string, unknown>, before: number | undefined) {
  const { values, errors } = readForm(await fieldsOf(ctx), form, { whole: true, today: dayOf(ctx.now) })
  const design = (await readDesigns(ctx)).find(({ id }) => id === before)
  const all: FieldErrors = { ...(await checkDrawing(ctx, values, design?.backgroundId)), ...errors }
  const { name: _, kinds: __, ...wrong } = all
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  return designForm.rowOf(values)
}
