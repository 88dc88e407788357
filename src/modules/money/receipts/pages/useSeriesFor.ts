import { useApi } from '#api/useApi.ts'
import type { PaidRecord } from '#modules/money/receivables/pages/IssueMany.tsx'

/** The series of which receipts for these payments may be; nothing until it is known. */
export function useSeriesFor(rows: readonly Pick<PaidRecord, 'kind'>[]) {
  const { data } = useApi('GET /staff/receiptSeries/list', {})
  return data?.list.filter(
    ({ values: { status, kinds } }) =>
      status === 'open' &&
      (!Array.isArray(kinds) || kinds.length === 0 || rows.some(({ kind }) => kinds.some(one => one === kind))),
  )
}
