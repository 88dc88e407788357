import type { ComponentType } from 'react'

/** A screen of an area that lives in the browser alone: the member centre, the back office. */
export type Screen<Icon = string> = {
  /** Below the area's own address; `:id` is a number. */
  path: string
  name: string
  /** Of an entry in the navigation; the others are reached from one, and stand below it. */
  icon?: Icon
  /** Of staff: who may open it. The server decides by itself what it answers. */
  permission?: string
  /** Of members: only for who judges awards, too. */
  only?: 'judges'
  screen: ComponentType
}
export type Group<Icon = string> = { name: string; screens: Screen<Icon>[] }

/** Finds the screens of an area by their addresses below `home`, and the other way round. */
export function makePlaces<Icon>(home: string, groups: readonly Group<Icon>[]) {
  const screens = groups.flatMap(group => group.screens)
  const addressOf = ({ path }: { path: string }) => (path ? `${home}/${path}` : home)
  return {
    addressOf,
    /** What stands at an address, and the number in it. */
    screenAt(address: string): { screen: Screen<Icon>; id: string | undefined } | undefined {
      const path = address.replace(/\/+$/, '').slice(home.length + 1)
      const [, rest, id] = path.match(/^(.*?)\/?([1-9]\d{0,8})?$/)!
      const pattern = id === undefined ? rest : `${rest}/:id`
      const screen = screens.find(one => one.path === pattern)
      return screen && { screen, id }
    },
    /** Whether an entry of the navigation is where one is; `true`: on a screen below it, and below no nearer entry. */
    currentness(screen: Screen<unknown>, pathname: string): 'page' | 'true' | undefined {
      const here = `${pathname.replace(/\/+$/, '')}/`
      if (here === `${addressOf(screen)}/`) return 'page'
      const above = screens.filter(one => one.icon && one.path && here.startsWith(`${addressOf(one)}/`))
      const nearest = above.toSorted((a, b) => b.path.length - a.path.length)[0]
      return nearest?.path === screen.path ? 'true' : undefined
    },
  }
}
