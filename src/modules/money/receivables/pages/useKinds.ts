import { useApi } from '#api/useApi.ts'

/** Kinds of receivables to choose from; `hasInvoice`: only those whose paper is an invoice. */
export function useKinds({ hasInvoice = false } = {}) {
  const { data } = useApi('GET /staff/receivable/kinds', {})
  return (data ?? []).filter(one => one.hasInvoice || !hasInvoice).map(({ kind, name }) => ({ code: kind, name }))
}
