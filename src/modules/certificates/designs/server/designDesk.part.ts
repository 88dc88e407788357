import { readFileSync } from 'node:fs'
import { and, eq, isNull } from 'drizzle-orm'
import { dayOf } from '#lib/dates.ts'
import { invalid } from '#lib/error.ts'
import { choicesIn, type FieldErrors, type FormField, type FormValues, rowsIn } from '#lib/form/form.ts'
import { readForm } from '#lib/form/formReading.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { bindForm } from '#lib/server/forms/bindForm.ts'
import { storedRows } from '#lib/server/forms/formExceptions.ts'
import { type Paper, papers, placeFaults } from '#modules/certificates/designSchema.ts'
import { readDesigns } from '#modules/certificates/server/designSnapshots.ts'
import { certificateDesign, certificateLook } from '#modules/certificates/server/tables.ts'
import { attachFiles, fileInfos } from '#modules/files/server/attachments.ts'
import { defineFileReader } from '#modules/files/server/readers.ts'
import { file } from '#modules/files/server/tables.ts'
import type { ListOf } from '#modules/settings/records.ts'
import { readGroup } from '#modules/settings/server/settings.ts'
import { defineSiteRecords } from '#modules/settings/server/siteRecords.ts'
import { colourFaults } from '#modules/settings/theme.ts'
import { designRecords } from '../contract.ts'
import { designFields, factColumns } from '../designForm.ts'
import { placeholderFault } from '../placeholders.ts'
import { readCoverableKinds, registersOf } from './coveredKinds.ts'
import { placeholdersOf } from './placeholders.ts'
import { checkSample } from './samples.ts'

const starter = readFileSync(new URL('./starter.typ', import.meta.url), 'utf8')

/** Minimum length of the longer side in pixels, at 150 per inch. */
const MIN_BACKGROUND_PX = 1750

async function backgroundFault(ctx: Ctx, id: number, paper: Paper): Promise<string | undefined> {
  const { type, width, height } = (await fileInfos(ctx, [id])).get(id) ?? {}
  if (!width || !height) return '请重新上传图片'
  if (type !== 'image/png' && type !== 'image/jpeg') return '背景图应为 PNG 或 JPG'
  const sheet = papers[paper]
  const isShaped = Math.abs(width / height / (sheet.width / sheet.height) - 1) < 0.03
  if (isShaped && Math.max(width, height) >= MIN_BACKGROUND_PX) return undefined
  const ideal = paper === 'landscape' ? '3508 × 2480' : '2480 × 3508'
  return `图片是 ${width} × ${height} 像素，${sheet.name}应接近 ${ideal}，长边至少 ${MIN_BACKGROUND_PX}`
}

/** A picture that was not there before is taken over from who uploaded it; one that came in a pack is the site's own. */
async function takeBackground(ctx: Ctx, id: number | null, before: number | null | undefined): Promise<void> {
  if (id === null || id === before || (await isBackground(ctx, id))) return
  const [own] = await ctx.db
    .select({ id: file.id })
    .from(file)
    .where(and(eq(file.id, id), isNull(file.ownerId), isNull(file.ticketHash), eq(file.isConfined, true)))
  if (!own) await attachFiles(ctx, [id])
}

/** Checks whether the picture is the background of a design or of certificates already issued. */
async function isBackground({ db }: Pick<Ctx, 'db'>, id: number): Promise<boolean> {
  const [design] = await db
    .select({ id: certificateDesign.id })
    .from(certificateDesign)
    .where(eq(certificateDesign.backgroundId, id))
    .limit(1)
  if (design) return true
  const [look] = await db
    .select({ id: certificateLook.id })
    .from(certificateLook)
    .where(eq(certificateLook.backgroundId, id))
    .limit(1)
  return look !== undefined
}

defineFileReader(async (ctx, id) => {
  const { actor } = ctx
  return actor.kind === 'staff' && actor.permissions.includes('staff:certificates') && (await isBackground(ctx, id))
})

const words = (value: FormValues[string] | undefined) => String(value ?? '')
const number = (value: FormValues[string] | undefined) => Number(value ?? 0)

/** Checks the layout as a whole, beyond its single fields. */
async function checkDrawing(
  ctx: Ctx,
  values: FormValues,
  knownBackground: number | null | undefined,
): Promise<FieldErrors> {
  const errors: FieldErrors = { ...(await textFaults(ctx, values)), ...spotFaults(values) }
  if (values.colours === 'own')
    Object.assign(errors, colourFaults({ main: words(values.main), accent: words(values.accent) }))
  const { background } = values
  if (typeof background === 'number') {
    const fault = await backgroundFault(ctx, background, paperIn(values))
    if (fault && (background !== knownBackground || fault.includes('像素'))) errors.background = fault
  }
  return errors
}

const paperIn = ({ paper }: FormValues) => (paper === 'portrait' ? 'portrait' : 'landscape')

const spotFaults = (values: FormValues): FieldErrors =>
  placeFaults({
    paper: paperIn(values),
    marginX: number(values.marginX),
    marginTop: number(values.marginTop),
    sealX: number(values.sealX),
    sealY: number(values.sealY),
    sealSize: number(values.sealSize),
    qrX: number(values.qrX),
    qrY: number(values.qrY),
    qrSize: number(values.qrSize),
  })

async function textFaults(ctx: Ctx, values: FormValues): Promise<FieldErrors> {
  const kinds = await readCoverableKinds(ctx)
  const all = placeholdersOf(registersOf(kinds, []))
  const sayable = placeholdersOf(registersOf(kinds, choicesIn(values, 'kinds')))
  const errors: FieldErrors = {}
  for (const name of ['title', 'titleSecond', 'body', 'bodySecond', 'note']) {
    const fault = placeholderFault(words(values[name]), sayable, all)
    if (fault) errors[name] = fault
  }
  if (values.holder === 'inText' && !values.template && !words(values.body).includes('{{持证者}}'))
    errors.body = '持证者只在正文里，正文中应有 {{持证者}}'
  const fields = rowsIn(values, 'facts').map(({ field }) => words(field))
  for (const [i, field] of fields.entries()) {
    if (field && fields.indexOf(field) < i) errors[`facts.${i}.field`] = `与第 ${fields.indexOf(field) + 1} 行相同`
    else if (all.some(({ code }) => code === field) && !sayable.some(({ code }) => code === field))
      errors[`facts.${i}.field`] = '所选种类的证书没有这一项'
  }
  return errors
}

/** A kind has one design: which of them already have another? */
async function claimFaults(ctx: Ctx, values: FormValues, own: number | undefined): Promise<FieldErrors> {
  const others = (await readDesigns(ctx)).filter(({ id }) => id !== own)
  const options = await readCoverableKinds(ctx)
  const taken = choicesIn(values, 'kinds').flatMap(code => {
    const other = others.find(({ kinds }) => kinds.includes(code))
    const called = options.find(option => option.code === code)?.name ?? code
    return other ? [`“${called}”已用“${other.name}”`] : []
  })
  const errors: FieldErrors = {}
  if (taken.length > 0) errors.kinds = `${taken.join('，')}，一个种类只能用一种版式`
  if (others.some(({ name }) => name === values.name)) errors.name = '已有这个名称的版式，请另取名称'
  return errors
}

export type Design = typeof certificateDesign.$inferSelect

const designForm = bindForm(designFields([], []), certificateDesign, {
  background: 'backgroundId',
  facts: {
    read: ({ facts }) => facts,
    write: rows => ({ facts: storedRows(factColumns([]), rows) }),
  },
}).besides({ id: true, updatedAt: true })

export const fieldsOf = async (ctx: Pick<Ctx, 'db'>) => {
  const kinds = await readCoverableKinds(ctx)
  const named = (await readDesigns(ctx)).flatMap(design => design.kinds)
  const gone = named.filter(code => !kinds.some(kind => kind.code === code))
  const options = [
    ...kinds.map(({ code, name }) => ({ code, name })),
    ...gone.map(code => ({ code, name: `${code}（已删除的种类）`, retired: true })),
  ]
  return designFields(options, placeholdersOf(registersOf(kinds, [])))
}

/** The designs of certificates, as staff keep them; a kind has one of them at most. */
defineSiteRecords<Design, ListOf<typeof designRecords.certificateDesign>>({
  objectType: 'certificateDesign',
  ...designRecords.certificateDesign,
  fields: fieldsOf,
  read: readDesigns,
  valuesOf: designForm.valuesOf,
  facts: async ctx => {
    const kinds = await readCoverableKinds(ctx)
    const nameOf = (code: string) => kinds.find(kind => kind.code === code)?.name ?? code
    return row => ({ kindNames: row.kinds.map(nameOf), isOwnTemplate: Boolean(row.template) })
  },
  listing: async (ctx, listRows) => {
    const kinds = await readCoverableKinds(ctx)
    return {
      ...(await listRows()),
      kinds: kinds.map(({ code, name }) => ({ code, name })),
      sayable: placeholdersOf(registersOf(kinds, [])),
      starter,
      hasSeal: (await readGroup(ctx, 'seal')).file !== null,
    }
  },
  check: async (ctx, values, before) => {
    const wrong = {
      ...(await checkDrawing(ctx, values, before?.backgroundId)),
      ...(await claimFaults(ctx, values, before?.id)),
    }
    if (!values.template || wrong.background || !isWhole(await fieldsOf(ctx), values)) return wrong
    return { ...wrong, ...(await checkSample(ctx, designForm.rowOf(values))) }
  },
  write: writeDesign,
  table: certificateDesign,
  pack: { key: 'name', last: true },
})

/** Checks whether all required fields except the name are filled in, so that a sheet can be made. */
const isWhole = (fields: readonly FormField[], values: FormValues) =>
  fields.every(({ name, required }) => !required || name === 'name' || name in values)

async function writeDesign(ctx: Ctx, values: FormValues, before: Design | undefined): Promise<number> {
  const row = { ...designForm.rowOf(values), updatedAt: ctx.now }
  await takeBackground(ctx, row.backgroundId, before?.backgroundId)
  if (before) {
    await ctx.db.update(certificateDesign).set(row).where(eq(certificateDesign.id, before.id))
    return before.id
  }
  const [added] = await ctx.db.insert(certificateDesign).values(row).returning({ id: certificateDesign.id })
  return added!.id
}

/** Reads the typed fields that decide the layout; throws all their faults. */
export async function readDrawing(ctx: Ctx, form: Record<string, unknown>, before: number | undefined) {
  const { values, errors } = readForm(await fieldsOf(ctx), form, { whole: true, today: dayOf(ctx.now) })
  const design = (await readDesigns(ctx)).find(({ id }) => id === before)
  const all: FieldErrors = { ...(await checkDrawing(ctx, values, design?.backgroundId)), ...errors }
  const { name: _, kinds: __, ...wrong } = all
  if (Object.keys(wrong).length > 0) throw invalid(`有 ${Object.keys(wrong).length} 处需要更正`, wrong)
  return designForm.rowOf(values)
}
