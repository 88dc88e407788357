import { browserApi } from '#api/browser.ts'
import type { FormField } from '#lib/form/form.ts'
import { IssueMany, type IssueProps } from '#modules/money/receivables/pages/IssueMany.tsx'
import { useSeriesFor } from './useSeriesFor.ts'

/** Receipts for payments that have come, each with the next number of a series. */
export function IssueReceipts({ rows, done }: IssueProps) {
  const fitting = useSeriesFor(rows) ?? []
  const [first] = fitting
  if (!first) return null
  const series: FormField = {
    name: 'seriesId',
    label: '收据系列',
    section: '',
    kind: 'choice',
    required: true,
    options: fitting.map(({ id, name, next }) => ({ code: String(id), name: `${name}（下一个 ${next}）` })),
  }
  const act = {
    name: '开收据',
    intro: '按到账的金额（扣去已退的）开收据，缴费人收到消息后可以下载、打印。',
    fields: [series],
    initial: { seriesId: String(first.id) },
  }
  return (
    <IssueMany
      rows={rows}
      act={act}
      send={(_, ids, { seriesId }) => browserApi('POST /staff/receipt/issue', { ids, seriesId: Number(seriesId) })}
      done={done}
    />
  )
}
