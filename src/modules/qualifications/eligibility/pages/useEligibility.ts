import { useEffect } from 'react'
import { useApi } from '#api/useApi.ts'

/** 条件对照, asked for anew by whoever comes back from putting something right in another window. */
export function useEligibility(childId: number) {
  const answer = useApi('GET /qualification/eligibility', { childId })
  const { reload } = answer
  useEffect(() => {
    addEventListener('focus', reload)
    return () => removeEventListener('focus', reload)
  }, [reload])
  return answer
}
