import { useSignedIn } from '#api/useSignedIn.ts'
import { Link, useLocation } from '#ui/router/router.tsx'

export type Entry = {
  catalogId: number
  name: string
  catalogType: '列表' | '内容' | '跳转'
  path: string | null
  needLogin: boolean
}

/** Address of a menu entry (section 2 of docs/spec.md, "Main navigation"). */
export function entryPath({ catalogType, catalogId, path }: Entry): string {
  if (catalogType === '跳转') return path ?? '/admin/home'
  return `/admin/news/${catalogType === '列表' ? 'list' : 'info'}/${catalogId}`
}

/** Sign-in, with the intended target as a JSON array. */
export const LOGIN = '/admin/login/login'
export const loginPath = (target: string) => `${LOGIN}?dir=${encodeURIComponent(JSON.stringify([target]))}`

/** A link of the catalogue; one that needs a sign-in goes there first, unless that has happened. */
export function MenuLink({ entry }: { entry: Entry }) {
  const signedIn = useSignedIn()
  const { pathname } = useLocation()
  const path = entryPath(entry)
  return (
    <Link
      to={entry.needLogin && !signedIn ? loginPath(path) : path}
      aria-current={pathname === path ? 'page' : undefined}
    >
      {entry.name}
    </Link>
  )
}
