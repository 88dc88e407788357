import { Parser } from 'htmlparser2'

/** The elements right below the root, by their names: that is all that messages of WeChat have. */
export function readFlat(text: string): Record<string, string> {
  const found: Record<string, string> = Object.create(null)
  const path: string[] = []
  const parser = new Parser(
    {
      onopentag(name) {
        path.push(name)
        if (path.length === 2) found[name] = ''
      },
      ontext(part) {
        if (path.length === 2) found[path[1]!] += part
      },
      onclosetag: () => void path.pop(),
    },
    // Entities are the five of XML: nothing is looked up or unfolded.
    { xmlMode: true, decodeEntities: true },
  )
  parser.end(text)
  return found
}
