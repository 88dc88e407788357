import { useApi } from '#api/useApi.ts'

/** The kinds of what is paid for, to choose from. */
export function useKinds() {
  const { data } = useApi('GET /staff/receivable/kinds', {})
  return data?.map(({ kind, name }) => ({ code: kind, name })) ?? []
}
