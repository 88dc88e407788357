/** Pages offered where an address leads nowhere. */
const MAX_OFFERED = 4

/** The entries whose addresses begin as the one that was asked for, the longest agreement first. */
export function likelyPages<E>(asked: string, entries: readonly E[], pathOf: (entry: E) => string): E[] {
  const ranked = entries
    .map(entry => ({ entry, agreement: agreementOf(asked, pathOf(entry)) }))
    .filter(({ agreement }) => agreement > 0)
    .toSorted((a, b) => b.agreement - a.agreement)
  return ranked.slice(0, MAX_OFFERED).map(({ entry }) => entry)
}

/** Characters with which both begin beyond `/admin/`, with which nearly all do; 0 where it is less than three. */
function agreementOf(one: string, other: string): number {
  const [left, right] = [one, other].map(path => path.replace(/^\/admin\//, ''))
  let length = 0
  while (length < left!.length && left![length] === right![length]) length++
  return length < 3 ? 0 : length
}
