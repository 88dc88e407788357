import { readFile } from 'node:fs/promises'

/** Programs by whose name a line or a word in code type begins, if it is something to type. */
const PROGRAMS =
  /^(?:hangxie|npm|node|systemctl|nginx|docker|apt|sudo|openssl|wget|curl|promtool|caddy|sha256sum|sh)(?= )/
/** Commands of `hangxie` that are written without its name. */
const SHORT = /^(?:admin|backup|keys|pack|audit|migrate|reindex|maintenance|restore) /
const SQL = /^(?:create|alter|grant|revoke) /

/** Something to type: its words, without the comment that explains it. `block`: number of the block that it stands in. */
export type Typed = { kind: 'shell' | 'settings' | 'sql'; text: string; block?: number }

const kindOf = (text: string): Typed['kind'] => {
  if (SQL.test(text)) return 'sql'
  return /^(?:export )?[A-Z][A-Z0-9_]*=\S*(?: [A-Z][A-Z0-9_]*=\S*)*$/.test(text) ? 'settings' : 'shell'
}

/** Everything that a page says is to be typed, in its order: lines of blocks, and words in code type within sentences. */
export async function commandsOf(page: string): Promise<Typed[]> {
  const parts = (await readFile(page, 'utf8')).split(/^```/m)
  return parts.flatMap((part, place) => (place % 2 === 1 ? linesOf(part, place) : wordsOf(part)))
}

function linesOf(block: string, place: number): Typed[] {
  const [language, ...lines] = block.replaceAll(/\\\n\s*/g, '').split('\n')
  if (language !== 'sh' && language !== 'sql') return []
  return lines
    .map(line => line.replace(/(?:^|\s+)# .*$/, '').trim())
    .filter(Boolean)
    .map(text => ({ kind: kindOf(text), text, block: place }))
}

function wordsOf(prose: string): Typed[] {
  return [...prose.matchAll(/`([^`]+)`/g)]
    .map(([, words]) => words!.replaceAll(/\s+/g, ' '))
    .map(text => (SHORT.test(text) ? `hangxie ${text}` : text))
    .filter(text => PROGRAMS.test(text.replace(/^(?:[A-Z_]+=(?:"[^"]*"|\S*) )+/, '')) || SQL.test(text))
    .map(text => ({ kind: kindOf(text), text }))
}
