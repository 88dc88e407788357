import type { Download } from '#lib/contract.ts'
import { dayOf, longDay } from '#lib/dates.ts'
import { conflict } from '#lib/error.ts'
import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText, tableOf } from '#lib/form/formWords.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { type FormDocument, type FormTable, formPdf } from '#lib/server/documents/formDocument.ts'
import { DOCX, PDF, privateDownload } from '#lib/server/http/download.ts'
import { confirmationSections } from '#modules/review/confirming/server/confirmationPage.ts'
import { type Application, kindOf } from '#modules/review/server/applicationKinds.ts'
import { takesMaterials, valuesOf } from '#modules/review/server/applications.ts'
import type { ConfirmedFile } from '#modules/review/server/tables.ts'
import { readPublicConfig } from '#modules/settings/server/settings.ts'
import { paperDownload, signPaper } from '#modules/signatures/server/sealing.ts'
import { printOf } from './prints.ts'
import { type SheetHead, sheetHead } from './sheetHeads.ts'

type Sections = FormDocument['sections']
type Wanted = SheetHead & {
  format: 'pdf' | 'docx'
  /** Signatures of the applicant, who may confirm online instead. */
  signatures: FormDocument['signatures']
  /** Signatures of others, which the applicant cannot replace by confirming online. */
  others?: FormDocument['signatures']
}

/**
 * 申请表, to be printed, signed and sealed; its QR code says which version it is. Confirmed online it has a page that says so
 * in place of that, and the association's signature.
 */
export async function applicationSheet(
  ctx: Ctx,
  of: Application,
  { format, signatures, others = [], ...head }: Wanted,
): Promise<Download> {
  const after = await confirmationSections(ctx, of)
  const isConfirmed = after.length > 0
  // Sign only what has been submitted: the association makes no statement about drafts.
  const isSigned = isConfirmed && of.number !== null
  const { document, name } = await sheetOf(ctx, of, {
    ...head,
    after,
    signatures: isConfirmed ? others : [...signatures, ...others],
    note: noteOn({ isConfirmed, isSigned }),
  })
  if (format === 'docx') {
    // Load the large Word writer only when it is needed.
    const { formDocx } = await import('#lib/server/documents/formDocx.ts')
    return privateDownload(`${name}.docx`, DOCX, await formDocx(document))
  }
  const pdf = await formPdf(document)
  if (!isSigned) return privateDownload(`${name}.pdf`, PDF, pdf)
  return paperDownload(ctx, `${name}.pdf`, await signPaper(ctx, pdf, `${document.title} ${of.number}`, document.qr))
}

function noteOn({ isConfirmed, isSigned }: { isConfirmed: boolean; isSigned: boolean }): string {
  if (isSigned) return '本表已由申请单位负责人线上确认，并由协会作数字签名，可在网站的查验页核对。'
  if (isConfirmed) return '本表已由申请单位负责人线上确认。提交之后下载的，由协会作数字签名。'
  return '请勿涂改二维码。打印后如修改了申请内容，须重新下载打印。'
}

/** The same for a signing service: with the digests of its files, and no place for ink. */
export async function sheetToSign(ctx: Ctx, of: Application, files: readonly ConfirmedFile[]) {
  const table = { head: ['材料', '文件', 'SHA-256'], rows: files.map(one => [one.slotName, one.name, one.sha256]) }
  const { document, name } = await sheetOf(ctx, of, {
    ...(await sheetHead(ctx, of)),
    after: files.length ? [{ title: '所附的文件', rows: [], table }] : [],
    signatures: [],
    note: '本表由申请单位在电子签章服务签署，签署的内容包括以上文件的摘要。',
  })
  return { title: document.title, name, qr: document.qr, bytes: await formPdf(document) }
}

type Sheet = SheetHead & Pick<FormDocument, 'note' | 'signatures'> & { after: Sections }

async function sheetOf(
  ctx: Ctx,
  of: Application,
  { signatures, before = [], after, title, note }: Sheet,
): Promise<{ document: FormDocument; name: string }> {
  const kind = kindOf(of)
  const schema = await kind.schema(ctx, of)
  const { fields } = schema
  const isOpen = of.state === 'draft' || of.state === 'returned'
  // A form whose scan is submitted with it is printed before submission, so it carries the revision that it will have.
  const comesWithForm = kind.sealedSlot !== undefined && takesMaterials(schema, of)
  const revision = of.revision + (isOpen && comesWithForm ? 1 : 0)
  if (revision === 0) throw conflict('请先提交申请表，再下载打印')
  const { association, colour } = await readPublicConfig(ctx)
  const { qr } = await printOf(ctx, { ...of, revision })
  const called = title ?? `${kind.name}表`
  const document: FormDocument = {
    association: association.name,
    colour,
    title: called,
    number: of.number ?? '提交后编号',
    revision,
    printedOn: longDay(dayOf(ctx.now)),
    sections: [...before, ...sectionsOf(fields, await valuesOf(ctx, of)), ...after],
    signatures,
    note,
    qr,
  }
  return { document, name: [of.number, called, `第${revision}版`].filter(Boolean).join('-') }
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
  text: field.kind === 'agreement' ? (field.hint ?? '') : fieldText(field, values[field.name]),
  wide: /^(paragraph|agreement|url|organisationName)$/.test(field.kind) || field.name === 'address',
})

/** A column that nobody filled in takes no room. */
function withoutBlanks({ head, rows }: FormTable): FormTable {
  const isFilled = (_: string, column: number) => rows.some(row => row[column])
  return { head: head.filter(isFilled), rows: rows.map(row => row.filter(isFilled)) }
}
