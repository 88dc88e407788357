import { useState } from 'react'

/** Something that a person has on or off in this browser, and finds so the next time. */
export function useSwitch(name: string, byDefault: boolean): [boolean, (on: boolean) => void] {
  const key = `switch:${name}`
  const [on, setOn] = useState(() => (localStorage.getItem(key) ?? String(byDefault)) === 'true')
  const turn = (next: boolean) => {
    localStorage.setItem(key, String(next))
    setOn(next)
  }
  return [on, turn]
}
