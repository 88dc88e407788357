/** What somebody chose last, newest first: kept in this browser, for this account. Of a record no more than its name. */
export type Recent = { title: string; kind: string; route: string }

const MOST = 8
const keyOf = (staffId: number) => `recent:staff ${staffId}`

export function readRecent(staffId: number): Recent[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(staffId)) ?? '[]')
  } catch {
    return []
  }
}

export function noteRecent(staffId: number, chosen: Recent): void {
  const others = readRecent(staffId).filter(({ route }) => route !== chosen.route)
  try {
    localStorage.setItem(keyOf(staffId), JSON.stringify([chosen, ...others].slice(0, MOST)))
  } catch {}
}
