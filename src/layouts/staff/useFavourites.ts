import { useRef, useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { refusalOf } from '#api/useApi.ts'
import { useStaff } from './staff.ts'

const turned = (routes: readonly string[], route: string) =>
  routes.includes(route) ? routes.filter(one => one !== route) : [...routes, route]

/**
 * The entries of the menu that this person wants on top: kept with the account, the same on every device. The whole list
 * is kept each time, so one turn waits for the one before; what cannot be kept is turned back.
 */
export function useFavourites() {
  const { favourites } = useStaff()
  const [routes, setRoutes] = useState<readonly string[]>(favourites)
  const kept = useRef<readonly string[]>(favourites)
  const keeping = useRef(Promise.resolve())

  async function keep(route: string) {
    const next = turned(kept.current, route)
    try {
      await browserApi('POST /staff/favourite/save', { routes: [...next] })
      kept.current = next
    } catch (error) {
      setRoutes(now => turned(now, route))
      announce(refusalOf(error).message)
    }
  }

  function turn(route: string) {
    setRoutes(now => turned(now, route))
    keeping.current = keeping.current.then(() => keep(route))
    return keeping.current
  }
  return { routes, turn }
}
