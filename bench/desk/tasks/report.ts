import { text } from 'node:stream/consumers'
import { openPart, partsOf } from '#lib/server/sheets/zipReader.ts'
import type { Task } from '../task.ts'
import { open } from './open.ts'

let path: string

/** The month in figures for the council, as a Word file. */
export const report: Task = {
  code: 'report',
  as: 'admin',
  run: async hand => {
    const { page, click } = hand
    const dialog = page.getByRole('dialog')
    await open(hand, '理事会报告')
    await click(page.getByRole('button', { name: '新增报告' }))
    await click(dialog.getByRole('button', { name: '保存' }))
    await dialog.waitFor({ state: 'hidden' })
    const downloaded = page.waitForEvent('download')
    await click(page.getByRole('button', { name: '下载 Word' }).last())
    path = await (await downloaded).path()
  },
  prove: async call => {
    const said = await textOf(path)
    const { list } = await call('GET', '/staff/record/list?type=councilReport')
    const { association, sections } = await call('GET', `/staff/report/preview?id=${list.at(-1).id}`)
    const missing = [association, ...sections.map(({ title }: { title: string }) => title)].filter(
      words => !said.includes(words),
    )
    if (missing.length > 0) throw new Error(`the file lacks ${missing}`)
  },
}

async function textOf(docx: string): Promise<string> {
  const part = (await partsOf(docx)).find(({ name }) => name === 'word/document.xml')
  if (!part) throw new Error('it is no Word file')
  return (await text(await openPart(docx, part))).replaceAll(/<[^>]+>/g, '')
}
