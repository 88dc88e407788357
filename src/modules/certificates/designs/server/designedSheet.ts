import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { and, inArray, isNull } from 'drizzle-orm'
import type { Option } from '#lib/form/form.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type Pictures, toPdf, toSvg } from '#lib/server/documents/pdf.ts'
import { printable } from '#lib/server/documents/printable.ts'
import { refuseUndrawable, toJson } from '#lib/server/documents/signs.ts'
import { type Answer, type Fault, typesetTemplate } from '#lib/server/documents/userTemplate.ts'
import { extensionOf } from '#lib/uploads.ts'
import type { Paper } from '#modules/certificates/server/certificateCatalogue.ts'
import { certificateLabel } from '#modules/certificates/server/certificateSheet.ts'
import { type DesignSnapshot, readSnapshot } from '#modules/certificates/server/designSnapshots.ts'
import type { Certificate } from '#modules/certificates/server/register.ts'
import { file } from '#modules/files/server/tables.ts'
import { fillPlaceholders } from '../placeholders.ts'
import { type PlaceholderTexts, placeholdersOf, readPlaceholderTexts } from './placeholders.ts'

const read = (url: URL) => readFileSync(url, 'utf8')
const mark = read(new URL('../../server/certificateMark.typ', import.meta.url))
const template = read(new URL('./design.typ', import.meta.url))
/** Lines of ours before those that somebody wrote. */
const MARK_LINES = mark.split('\n').length - 1

/** Input for setting a sheet, as PDF or SVG. */
export type Sheet = {
  look: DesignSnapshot
  spoken: PlaceholderTexts
  paper: Paper
  sayable: readonly Option[]
  /** Small print about the digital signature. */
  signed: string
  isSample?: boolean
}
type Kind = 'pdf' | 'svg'
export type SheetResult = { bytes: Buffer } | { faults: Fault[] }

/** A certificate as it was issued, by the design of that day. Refused (409) where a sign of it cannot be printed. */
export async function designedSheet(ctx: Ctx, of: Certificate, paper: Paper, signed: string): Promise<Buffer> {
  const look = await readSnapshot(ctx, of.lookId!)
  const spoken = await readPlaceholderTexts(ctx, of, paper, look.drawn.issuerSecond)
  const sheet: Sheet = { look, spoken, paper, sayable: placeholdersOf([of.register]), signed }
  const pictures = await readPictures(ctx, look)
  refuseUndrawable(printedTexts(sheet, pictures), certificateLabel(of))
  const made = await makeSheet(sheet, pictures, 'pdf')
  if ('bytes' in made) return made.bytes
  // The template passed its check with sample values but fails with these. Fall back to our own, since the holder needs
  // a paper.
  ctx.log.warn({ certificate: of.number, faults: made.faults }, 'a template of the association could not be set')
  return ownSheet(sheet, pictures, 'pdf')
}

/** Texts that are printed; of `fields` those that the template names. */
function printedTexts(sheet: Sheet, shown: Shown) {
  const { paper: _, fields, ...texts } = partsOf(sheet, shown).data
  const named = Object.entries(fields).filter(([code]) => (sheet.look.drawn.template || template).includes(code))
  return [texts, named]
}

type Shown = { background?: Buffer; seal?: Buffer; types: Record<string, string> }

/** The background and the seal as they are kept. */
export async function readPictures({ db, store }: Ctx, { backgroundId, sealId }: DesignSnapshot): Promise<Shown> {
  const ids = [backgroundId, sealId].filter(id => id !== null)
  const rows = await db
    .select()
    .from(file)
    .where(and(inArray(file.id, ids), isNull(file.deletedAt)))
  const shown: Shown = { types: {} }
  for (const [name, id] of [
    ['background', backgroundId],
    ['seal', sealId],
  ] as const) {
    const row = rows.find(one => one.id === id)
    if (!row) continue
    shown[name] = await buffer(await store.open(row.key))
    // A picture is kept by its name in the cache of the compiler: another one needs another name.
    shown.types[name] = `${row.sha256.slice(0, 16)}.${extensionOf(row.type)}`
  }
  return shown
}

/** Sets a sheet with the template of the staff if there is one. `isMarked`: the mark must appear on it. */
export async function makeSheet(sheet: Sheet, shown: Shown, kind: Kind, isMarked = false): Promise<SheetResult> {
  const written = sheet.look.drawn.template
  if (!written) return { bytes: ownSheet(sheet, shown, kind) }
  const { data, pictures } = partsOf(sheet, shown)
  const answer: Answer = await typesetTemplate({
    template: mark + written,
    data: toJson(data),
    pictures,
    as: kind,
    standard: 'a-2b',
    ...(isMarked && { mark: '<certificate-mark>' }),
  })
  if ('bytes' in answer) return answer
  return {
    faults: answer.faults.map(({ line, message }) => ({ line: line && Math.max(1, line - MARK_LINES), message })),
  }
}

function ownSheet(sheet: Sheet, shown: Shown, kind: Kind): Buffer {
  const { data, pictures } = partsOf(sheet, shown)
  return kind === 'pdf'
    ? toPdf(mark + template, data, 'a-2a', pictures)
    : Buffer.from(toSvg(mark + template, data, pictures))
}

/** Builds the data passed to a template, ours or the association's; documented in docs/staff.md. */
function partsOf({ look: { drawn }, spoken, paper, sayable, signed, isSample = false }: Sheet, shown: Shown) {
  const { first, second } = spoken
  const lines = (text: string) => text.split('\n').filter(line => line.trim() !== '')
  const inFirst = (text: string) => fillPlaceholders(text, sayable, first)
  const inSecond = (text: string) => fillPlaceholders(text, sayable, second)
  const facts = drawn.facts
    .map(({ field, label }) => [label || nameOf(sayable, field), first[field] ?? ''])
    .filter(([, value]) => value !== '')
  const { template: _, facts: __, ...look } = drawn
  const pictureOf = (name: 'background' | 'seal') => (shown[name] ? shown.types[name]! : null)
  const words = {
    look,
    title: inFirst(drawn.title),
    titleSecond: inSecond(drawn.titleSecond),
    body: lines(inFirst(drawn.body)),
    bodySecond: lines(inSecond(drawn.bodySecond)),
    facts,
    note: inFirst(drawn.note),
    signed,
    sample: isSample,
    fields: Object.fromEntries(sayable.map(({ code }) => [code, first[code] ?? ''])),
  }
  const data = {
    ...printable(words),
    paper,
    pictures: { background: pictureOf('background'), seal: pictureOf('seal') },
  }
  const pictures: Pictures = Object.fromEntries(
    (['background', 'seal'] as const).flatMap(name => {
      const bytes = shown[name]
      return bytes ? [[shown.types[name]!, bytes]] : []
    }),
  )
  return { data, pictures }
}

const nameOf = (sayable: readonly Option[], field: string) => sayable.find(({ code }) => code === field)?.name ?? field
