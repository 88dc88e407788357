import type { Download } from '#lib/contract.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { tableOf, wordsOf } from '#lib/form/formWords.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type FormDocument, type FormTable, formPdf } from '#lib/server/documents/formDocument.ts'
import { formDocx } from '#lib/server/documents/formDocx.ts'
import { DOCX, PDF, privateDownload } from '#lib/server/http/download.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { valuesOf } from '#modules/review/server/applications.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { printOf } from './prints.ts'

type Sections = FormDocument['sections']
type Wanted = {
  format: 'pdf' | 'docx'
  signatures: FormDocument['signatures']
  /** What stands before the form. */
  before?: Sections
  /** In place of the kind's own name. */
  title?: string
  /** Its scan comes with the form: it is printed before that is handed in, as the version that it will be. */
  mayBeDraft?: boolean
}

/** 申请表, to be printed, signed and sealed; its QR code says which version it is. */
export async function applicationSheet(
  ctx: Ctx,
  of: Application,
  { format, signatures, before = [], title, mayBeDraft = false }: Wanted,
): Promise<Download> {
  const isOpen = mayBeDraft && (of.state === 'draft' || of.state === 'returned')
  const revision = of.revision + (isOpen ? 1 : 0)
  if (revision === 0) throw conflict('请先提交申请表，再下载打印')
  const { association, colour } = await readPublicConfig(ctx)
  const kind = kindOf(of)
  const { fields } = await kind.schema(ctx, of)
  const { qr } = await printOf(ctx, { ...of, revision })
  const called = title ?? `${kind.name}表`
  const document: FormDocument = {
    association: association.name,
    colour,
    title: called,
    number: of.number ?? '提交后编号',
    revision,
    printedOn: longDay(dayOf(ctx.now)),
    sections: [...before, ...sectionsOf(fields, await valuesOf(ctx, of))],
    signatures,
    note: '请勿涂改二维码。打印后如修改了申请内容，须重新下载打印。',
    qr,
  }
  const name = [of.number, called, `第${revision}版`].filter(Boolean).join('-')
  return format === 'docx'
    ? privateDownload(`${name}.docx`, DOCX, await formDocx(document))
    : privateDownload(`${name}.pdf`, PDF, await formPdf(document))
}

/** Pictures are not printed; what takes much room goes over the whole width, and several of a thing into a table. */
function sectionsOf(fields: readonly FormField[], values: FormValues): Sections {
  const printed = fields.filter(({ kind }) => kind !== 'picture')
  const titles = [...new Set(printed.map(({ section }) => section))]
  return titles.flatMap(title => {
    const own = printed.filter(({ section }) => section === title)
    const rows = own.filter(({ kind }) => kind !== 'rows').map(field => rowOf(field, values))
    const tables = own.flatMap(field => {
      const table = tableOf(field, values[field.name])
      return table?.rows.length ? { title: field.label, rows: [], table: withoutBlanks(table) } : []
    })
    return [...(rows.length ? [{ title, rows }] : []), ...tables]
  })
}

const rowOf = (field: FormField, values: FormValues) => ({
  label: field.label,
  text: field.kind === 'agreement' ? (field.hint ?? '') : wordsOf(field, values[field.name]),
  wide: /^(paragraph|agreement|url|organisationName)$/.test(field.kind) || field.name === 'address',
})

/** A column that nobody filled in takes no room. */
function withoutBlanks({ head, rows }: FormTable): FormTable {
  const isFilled = (_: string, column: number) => rows.some(row => row[column])
  return { head: head.filter(isFilled), rows: rows.map(row => row.filter(isFilled)) }
}
