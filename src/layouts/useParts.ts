import { type InUse, isInUse } from '#lib/parts.ts'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import type { SiteConfig } from './head.ts'

const usePartsInUse = () => useRouteLoaderData<SiteConfig>('root')!.parts

/** Reports whether this association uses any of these parts of the business. */
export function useIsInUse(parts: readonly InUse[]): boolean {
  return isInUse(usePartsInUse(), parts)
}

/** Filters a list by the parts of the business that this association uses. */
export function useInUse<Of extends { parts?: readonly InUse[] }>(all: readonly Of[]): Of[] {
  const inUse = usePartsInUse()
  return all.filter(({ parts }) => isInUse(inUse, parts))
}
