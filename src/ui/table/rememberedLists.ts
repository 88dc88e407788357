import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { readTabStorage, writeTabStorage } from '../form/tabStorage.ts'

/** Path of a list → what its address said when it was shown last, in this tab: filters, order and page. */
type Left = Record<string, string>
const KEY = 'lists'

const plain = (path: string) => path.replace(/\/+$/, '')

/** Remembers the query of the shown list, to which the navigation leads back. */
export function useRememberList() {
  const { pathname, search } = useLocation()
  useEffect(() => {
    const { [plain(pathname)]: _, ...others } = readTabStorage<Left>(KEY) ?? {}
    writeTabStorage<Left>(KEY, search ? { ...others, [plain(pathname)]: search } : others)
  }, [pathname, search])
}

/** The list as it was left; for who is there already the whole list. */
export const listAddress = (to: string, pathname: string): string =>
  plain(pathname) === to ? to : `${to}${readTabStorage<Left>(KEY)?.[to] ?? ''}`

/** The words that were searched for are nobody else's. */
export const forgetLists = () => writeTabStorage(KEY, null)
