const TAG = /<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<>&]*")*)\s*(\/?)>/y
const TEXT = /[^<&]+/y
const COMMENT = /<!--(?:(?!--)[\s\S])*-->/y

/**
 * Returns the reasons why an SVG cannot be shown safely everywhere; empty if there are none. A small strict parser, no
 * browser.
 */
export function faultsOf(svg: string, { maxBytes = 12_000 } = {}): string[] {
  const faults: string[] = []
  const open: string[] = []
  let at = 0
  const read = (pattern: RegExp) => {
    pattern.lastIndex = at
    const found = pattern.exec(svg)
    if (found) at = pattern.lastIndex
    return found
  }
  while (at < svg.length) {
    if (read(TEXT) || read(COMMENT)) continue
    const tag = read(TAG)
    if (!tag) return [...faults, `not well-formed at ${at}: ${svg.slice(at, at + 60)}`]
    const [, closes, name, attributes, empty] = tag
    const names = [...attributes!.matchAll(/([\w:-]+)=/g)].map(([, attribute]) => attribute!)
    if (new Set(names).size < names.length) faults.push(`an attribute twice in ${tag[0]}`)
    if (names.some(attribute => attribute.startsWith('on'))) faults.push(`a script in ${tag[0]}`)
    if (/^(script|foreignObject|image|iframe|a|style)$/i.test(name!)) faults.push(`<${name}>`)
    if (closes && open.pop() !== name) faults.push(`</${name}> closes something else`)
    if (!closes && !empty) open.push(name!)
  }
  if (open.length) faults.push(`not closed: ${open.join(', ')}`)
  if (/(href="(?!#)|url\((?!#)|NaN|undefined|Infinity)/.test(svg))
    faults.push('a reference to the outside, or a number missing')
  const bytes = Buffer.byteLength(svg)
  if (bytes > maxBytes) faults.push(`${bytes} bytes`)
  return faults
}
