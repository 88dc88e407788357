import type { Output } from '#lib/contract.ts'
import type { ApiContract } from '#api/contract.ts'

export type Menu = Output<ApiContract['GET /catalog']>
export type Entry = Omit<Menu[number], 'list' | 'isParty'>

/** Where an entry of the menu leads (spec.md section 2, "Main navigation"). */
export function entryPath({ catalogType, catalogId, path }: Entry): string {
  if (catalogType === '跳转') return path ?? '/admin/home'
  return `/admin/news/${catalogType === '列表' ? 'list' : 'info'}/${catalogId}`
}

/** Sign-in, with the intended target as a JSON array. */
export const loginPath = (target: string) => `/admin/login/login?dir=${encodeURIComponent(JSON.stringify([target]))}`
