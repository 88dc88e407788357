import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import { useRouteLoaderData } from '#ui/router/router.tsx'
import type { Menu } from './menu.ts'

export type Navigation = Output<ApiContract['GET /cms/index/noLogin/navigation']>
export type PlaceCode = Navigation['places'][number]['code']
export type Shell = { menu: Menu; navigation: Navigation }

/** The route whose loader asks for what stands around every public page. */
export const SHELL = 'layouts/Public'

/** Absent where that could not be loaded. */
export const useShell = () => useRouteLoaderData<Shell>(SHELL)

/** Returns the address of one of the standard places on this site; undefined if it has none. */
export const usePlace = (code: PlaceCode): string | undefined =>
  useShell()?.navigation.places.find(place => place.code === code)?.route
