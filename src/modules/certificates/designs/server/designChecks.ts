import { choicesIn, type FieldErrors, type FormValues, rowsIn } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { colourFaults } from '#modules/settings/theme.ts'
import { placeFaults } from '../drawn.ts'
import { placesFault } from '../placeholders.ts'
import { backgroundFault } from './backgrounds.ts'
import { kindsToClaim, registersOf } from './claims.ts'
import { readDesigns } from './looks.ts'
import { sayableIn } from './saying.ts'

const words = (value: FormValues[string] | undefined) => String(value ?? '')
const number = (value: FormValues[string] | undefined) => Number(value ?? 0)

/** What is wrong with how the sheet would look, beside its fields by themselves. */
export async function checkDrawing(
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
  const kinds = await kindsToClaim(ctx)
  const all = sayableIn(registersOf(kinds, []))
  const sayable = sayableIn(registersOf(kinds, choicesIn(values, 'kinds')))
  const errors: FieldErrors = {}
  for (const name of ['title', 'titleSecond', 'body', 'bodySecond', 'note']) {
    const fault = placesFault(words(values[name]), sayable, all)
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
export async function claimFaults(ctx: Ctx, values: FormValues, own: number | undefined): Promise<FieldErrors> {
  const others = (await readDesigns(ctx)).filter(({ id }) => id !== own)
  const options = await kindsToClaim(ctx)
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
