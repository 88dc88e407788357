import type { ComponentType } from 'react'
import type { IconName } from '#ui/Icon.tsx'

/** A screen of an area that lives in the browser alone: the member centre, the back office. */
export type Screen = {
  /** Below the area's own address; `:id` is a number. */
  path: string
  name: string
  /** Of an entry in the navigation; the others are reached from one, and stand below it. */
  icon?: IconName
  /** Of staff: who may open it. The server decides by itself what it answers. */
  permission?: string
  screen: ComponentType
}
export type Group = { name: string; screens: Screen[] }

/** Finds the screens of an area by their addresses below `home`, and the other way round. */
export function makePlaces(home: string, groups: readonly Group[]) {
  const screens = groups.flatMap(group => group.screens)
  const addressOf = ({ path }: Pick<Screen, 'path'>) => (path ? `${home}/${path}` : home)
  return {
    addressOf,
    /** What stands at an address, and the number in it. */
    screenAt(address: string): { screen: Screen; id: string | undefined } | undefined {
      const path = address.replace(/\/+$/, '').slice(home.length + 1)
      const [, rest, id] = path.match(/^(.*?)\/?([1-9]\d{0,8})?$/)!
      const pattern = id === undefined ? rest : `${rest}/:id`
      const screen = screens.find(one => one.path === pattern)
      return screen && { screen, id }
    },
    /** Whether an entry of the navigation is where one is; `true`: on a screen below it. */
    currentness(screen: Screen, pathname: string): 'page' | 'true' | undefined {
      const address = addressOf(screen)
      if (pathname.replace(/\/+$/, '') === address) return 'page'
      return screen.path && pathname.startsWith(`${address}/`) ? 'true' : undefined
    },
  }
}
