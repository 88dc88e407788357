/** The library that writes workbooks, read when the first is made: it is 40 MB of memory, and a tenth of a start. */
export async function loadExcel() {
  const { default: excel } = await import('@protobi/exceljs')
  return excel
}
