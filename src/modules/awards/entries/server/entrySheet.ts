import type { Handlers } from '#lib/server/api/call.ts'
import { applicationSheet } from '#modules/review/applying/server/applicationSheet.ts'
import type { applyingContract } from '../applyingContract.ts'
import { ownEntry } from './ownEntries.ts'

export const entrySheetHandlers = {
  /** 申报书, to be printed, signed and sealed before it is handed in. */
  'POST /award/download': async (ctx, { id, format }) => {
    const { of, kind, call } = await ownEntry(ctx, id)
    return applicationSheet(ctx, of, {
      format,
      title: `${kind.name}申报书`,
      mayBeDraft: true,
      before: [
        {
          title: '申报通知',
          rows: [
            { label: '年度', text: `${call.year} 年度` },
            { label: '奖项', text: kind.name },
          ],
        },
      ],
      signatures: [
        { title: '申报单位（申报人）', lines: ['（签字、盖章）', '日期：　　　年　　月　　日'] },
        { title: '提名单位（提名专家）', lines: ['（签字、盖章）', '日期：　　　年　　月　　日'] },
      ],
    })
  },
} satisfies Partial<Handlers<typeof applyingContract>>
