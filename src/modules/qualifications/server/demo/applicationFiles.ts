import { buffer } from 'node:stream/consumers'
import { dayOf, longDay } from '#lib/dates.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { letterPdf } from '#lib/server/documents/letter.ts'
import { keepOwnPage } from '#modules/files/server/demo/ownPage.ts'
import { printOf } from '#modules/review/applying/server/prints.ts'
import { ownApplication } from '#modules/review/server/applications.ts'
import { download } from '../documents.ts'

/** A page that says what it stands for. */
export async function keepMaterial(ctx: Ctx, name: string): Promise<number> {
  const about = { association: '演示数据', number: '—', issuedOn: longDay(dayOf(ctx.now)), addressee: '查看演示的人' }
  const opening = `这一页代替真实的${name}，只用于演示。`
  return keepOwnPage(ctx, name, await letterPdf({ ...about, title: name, opening, tables: [], notes: [] }))
}

/** The form as it was printed: the scan of a signed one has the same code. */
export async function keepStampedForm(ctx: Ctx, id: number): Promise<number> {
  const { body } = await download(ctx, { type: 'applyForm', id, format: 'pdf' })
  const bytes = await buffer(typeof body === 'function' ? await body() : body)
  const { qr } = await printOf(ctx, await ownApplication(ctx, id))
  return keepOwnPage(ctx, '盖章申请表', bytes, [qr])
}
