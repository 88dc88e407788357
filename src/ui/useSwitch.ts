import { useState } from 'react'

/** Setting of a user that is on or off, remembered in this browser. */
export function useSwitch(name: string, byDefault: boolean): [boolean, (on: boolean) => void] {
  const key = `switch:${name}`
  const [on, setOn] = useState(() => (localStorage.getItem(key) ?? String(byDefault)) === 'true')
  const turn = (next: boolean) => {
    try {
      localStorage.setItem(key, String(next))
    } catch {
      // A full storage: it holds for this page.
    }
    setOn(next)
  }
  return [on, turn]
}
