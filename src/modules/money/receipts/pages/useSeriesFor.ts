import type { PaidRecord } from '#modules/money/receivables/pages/IssueMany.tsx'
import { useRecords } from '#modules/settings/pages/recordCalls.ts'

/** The series of which receipts for these payments may be; nothing until it is known. */
export function useSeriesFor(rows: readonly Pick<PaidRecord, 'kind'>[]) {
  const { data } = useRecords('receiptSeries')
  return data?.list.filter(
    ({ values: { status, kinds } }) =>
      status === 'open' &&
      (!Array.isArray(kinds) || kinds.length === 0 || rows.some(({ kind }) => kinds.some(one => one === kind))),
  )
}
