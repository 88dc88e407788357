import { type InUse, isInUse } from '#lib/parts.ts'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import type { SiteConfig } from './head.ts'

const usePartsInUse = () => useRouteLoaderData<SiteConfig>('root')!.parts

/** Whether this association has any of these parts of the business. */
export function useIsInUse(parts: readonly InUse[]): boolean {
  return isInUse(usePartsInUse(), parts)
}

/** Of a list of what belongs to parts of the business: what this association has. */
export function useInUse<Of extends { parts?: readonly InUse[] }>(all: readonly Of[]): Of[] {
  const inUse = usePartsInUse()
  return all.filter(({ parts }) => isInUse(inUse, parts))
}
