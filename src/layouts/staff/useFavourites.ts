import { useState } from 'react'
import { browserApi } from '#api/browser.ts'
import { announce } from '#api/session.ts'
import { refusalOf } from '#api/useApi.ts'
import { useStaff } from './staff.ts'

/** The entries of the menu that this person wants on top: kept with the account, the same on every device. */
export function useFavourites() {
  const { favourites } = useStaff()
  const [routes, setRoutes] = useState(favourites)
  const turn = async (route: string) => {
    const next = routes.includes(route) ? routes.filter(one => one !== route) : [...routes, route]
    setRoutes(next)
    try {
      await browserApi('POST /staff/favourite/save', { routes: next })
    } catch (error) {
      setRoutes(routes)
      announce(refusalOf(error).message)
    }
  }
  return { routes, turn }
}
