import type { Handlers } from '#lib/server/api/call.ts'
import type { Ctx } from '#lib/server/api/context.ts'
import { readEntry } from '#modules/awards/entries/server/entries.ts'
import { applicationSheet } from '#modules/review/applying/server/applicationSheet.ts'
import { defineSheetHead, type SheetHead } from '#modules/review/applying/server/sheetHeads.ts'
import type { Application } from '#modules/review/server/applicationKinds.ts'
import type { applyingContract } from '../applyingContract.ts'
import { entryKind } from './entryKind.ts'
import { ownEntry } from './ownEntries.ts'

/** Returns the head of the sheet, for print and for electronic signature. */
async function sheetHeadOf(ctx: Ctx, of: Application): Promise<SheetHead> {
  const { kind, call } = await readEntry(ctx, of.subjectId!)
  const rows = [
    { label: '年度', text: `${call.year} 年度` },
    { label: '奖项', text: kind.name },
  ]
  return { title: `${kind.name}申报书`, before: [{ title: '申报通知', rows }] }
}
defineSheetHead(entryKind, sheetHeadOf)

const signed = (title: string) => ({ title, lines: ['（签字、盖章）', '日期：　　　年　　月　　日'] })

export const entrySheetHandlers = {
  /** 申报书, to be printed, signed and sealed before it is handed in. */
  'POST /award/download': async (ctx, { id, format }) => {
    const { of } = await ownEntry(ctx, id)
    return applicationSheet(ctx, of, {
      format,
      ...(await sheetHeadOf(ctx, of)),
      signatures: [signed('申报单位（申报人）')],
      others: [signed('提名单位（提名专家）')],
    })
  },
} satisfies Partial<Handlers<typeof applyingContract>>
