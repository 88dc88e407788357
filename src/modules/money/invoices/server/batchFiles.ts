import { and, eq, isNull } from 'drizzle-orm'
import { invalid, notFound } from '#lib/error.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { cellText } from '#lib/server/sheets/tableReader.ts'
import { type Part, partsOf } from '#lib/server/sheets/zipReader.ts'
import { mimeTypes } from '#lib/uploads.ts'
import { isHeldBy } from '#modules/files/server/files.ts'
import { file } from '#modules/files/server/tables.ts'
import { readRows, withFile } from '#modules/imports/server/reading.ts'
import { MAX_FILES, MAX_ROWS } from '../batchWords.ts'
import { type Columns, columnsIn, invoiceIn, type SheetInvoice } from '../invoiceSheet.ts'

/** Returns a recent upload of the caller of the required type; throws otherwise. */
async function ownFile(ctx: Ctx, id: number, type: string, wanted: string) {
  const [of] = await ctx.db
    .select()
    .from(file)
    .where(and(eq(file.id, id), isHeldBy(ctx), isNull(file.deletedAt)))
  if (!of) throw notFound('上传的文件不存在或已过期，请重新上传')
  if (of.type !== type) throw invalid(wanted)
  return of
}

/** The bureau's list, row by row; read in a thread of its own. */
export async function readList(ctx: Ctx, sheetId: number): Promise<SheetInvoice[]> {
  const { key, type } = await ownFile(ctx, sheetId, mimeTypes.xlsx, '发票清单应为 XLSX 文件')
  return withFile(ctx, key, async path => {
    let columns: Columns | undefined
    const found: SheetInvoice[] = []
    for await (const rows of readRows({ path, type }))
      for (const { row, cells } of rows) {
        const texts = cells.map(cell => (typeof cell === 'object' && cell.fault !== undefined ? '' : cellText(cell)))
        const heading = columnsIn(texts)
        // Stops at the second sheet with headings: other sheets of the workbook repeat the invoices by goods.
        if (heading && columns) return found
        if (heading) columns = heading
        else if (columns) found.push(...[invoiceIn(columns, row, texts)].flatMap(of => of ?? []))
        if (found.length > MAX_ROWS) throw invalid(`清单超过 ${MAX_ROWS} 张发票，请分批登记`)
      }
    if (!columns) throw invalid('没有找到发票清单的表头：应有“发票号码”“购买方名称”和“价税合计”（或“金额”“税额”）')
    if (found.length === 0) throw invalid('清单里没有发票')
    return found
  })
}

export type InvoiceFile = { name: string; part: Part }

/** The PDF and OFD files of the ZIP by the numbers in their names; `others`: what is neither, or names nothing. */
export async function readZip<T>(
  ctx: Ctx,
  zipId: number,
  use: (path: string, files: InvoiceFile[], others: string[]) => Promise<T>,
): Promise<T> {
  const { key } = await ownFile(ctx, zipId, mimeTypes.zip, '发票文件应打包为 ZIP')
  return withFile(ctx, key, async path => {
    const parts = (await partsOf(path)).filter(({ name }) => !/\/$|(^|\/)(\.|__MACOSX)/.test(name))
    if (parts.length > MAX_FILES) throw invalid(`ZIP 中的文件超过 ${MAX_FILES} 个，请分批登记`)
    const files = parts.map(part => ({ name: part.name.split(/[\\/]/).pop() ?? '', part }))
    const papers = files.filter(({ name }) => /\.(pdf|ofd)$/i.test(name))
    const others = files.filter(one => !papers.includes(one)).map(({ name }) => name)
    return use(path, papers, others)
  })
}

/** The file of a number: of a PDF and an OFD with the same number the PDF. */
export function filesOf(files: readonly InvoiceFile[], number: string): InvoiceFile[] {
  const named = files.filter(({ name }) => [...name.matchAll(/\d{8,20}/g)].some(([run]) => run === number))
  const pdfs = named.filter(({ name }) => /\.pdf$/i.test(name))
  return pdfs.length > 0 ? pdfs : named
}
