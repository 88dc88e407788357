import { useEffect, useState } from 'react'

/** Areas that somebody folded or unfolded by hand, in this browser. */
type Folding = Record<string, boolean>
const KEY = 'desk-folded'

function readFolding(): Folding {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}')
  } catch {
    return {}
  }
}

function keepFolding(folding: Folding) {
  try {
    localStorage.setItem(KEY, JSON.stringify(folding))
  } catch {}
}

/** Which areas of the menu are folded: all but the present one, where nobody wanted it otherwise. `present` undefined: none is. */
export function useFolding(present: string | undefined) {
  const [folding, setFolding] = useState(readFolding)
  const isFolded = (area: string) => present !== undefined && (folding[area] ?? area !== present)
  // Whoever goes to a screen of a folded area sees where it is.
  useEffect(() => {
    if (present === undefined) return
    setFolding(({ [present]: folded, ...others }) => (folded === false ? { [present]: false, ...others } : others))
  }, [present])
  const fold = (area: string) => {
    const next = { ...folding, [area]: !isFolded(area) }
    setFolding(next)
    keepFolding(next)
  }
  return { isFolded, fold }
}
