import { readCsv } from '#lib/server/sheets/csv.ts'

/** Normalises an address or file name, so that the names that different site copiers give a file match its address. */
export function normaliseAddress(name: string): string {
  return unescaped(name)
    .toLowerCase()
    .replace(/^https?:\/\/[^/]*/, '')
    .replace(/#.*$/, '')
    .replace(/^\/+|\/+$/g, '')
    .replace(/(\.(?:aspx?|php|jsp|do|html?|shtml|cgi)\b.*|[^.])\.html?$/, '$1')
    .replace(/(^|\/)index\.html?(?=[?@])/, '$1')
    .replace(/(^|\/)(index|default)(\.(html?|aspx?|php|jsp))?$/, '$1')
    .replace(/[^\p{L}\p{N}./]+/gu, '_')
    .replace(/^[_/]+|[_/]+$/g, '')
}

/** Old Chinese sites write letters in addresses as bytes of GBK; some of these are letters of others in UTF-8, too. */
function unescaped(text: string): string {
  if (!/%[0-9a-f]{2}/i.test(text)) return text
  const bytes = Buffer.from(
    text.replace(/%([0-9a-f]{2})|[^\0-\x7f]+/gi, (found, hex: string | undefined) =>
      hex ? String.fromCharCode(Number.parseInt(hex, 16)) : Buffer.from(found).toString('latin1'),
    ),
    'latin1',
  )
  const [modern, old] = ['utf-8', 'gb18030'].map(charset => new TextDecoder(charset).decode(bytes)) as [string, string]
  const isChinese = (words: string) => /\p{Script=Han}/u.test(words) && !words.includes('\ufffd')
  return !isChinese(modern) && isChinese(old) ? old : modern
}

export const isPageName = (name: string) =>
  /\.(html?|shtml|aspx?|php|jsp)(\.html?)?$|\.(aspx?|php|jsp|do)[?@_%-]/i.test(name)
const isJunkFile = (name: string) => /(^|\/)(\.|__MACOSX|Thumbs\.db|desktop\.ini)/i.test(name)
const isHost = (folder: string) =>
  /^(www\.)?[\w-]+(\.[\w-]+)*\.[a-z]{2,}(_\d+|\+\d+|:\d+)?$/i.test(folder) && !isPageName(folder)

/** The one folder that holds everything; empty where there is none. */
function wrapperOf(names: readonly string[]): string {
  const [first] = names.map(name => name.split('/'))
  const folder = first && first.length > 1 ? `${first[0]}/` : ''
  return names.every(name => name.startsWith(folder)) ? folder : ''
}

/**
 * The folder that stands for the site itself: that of its host, or one around all others that is none of the site's own,
 * as its home page or a list of addresses lies in it, or its name could not be in an address.
 */
export function rootOf(all: readonly string[]): string {
  const names = all.filter(name => !isJunkFile(name))
  const folders = names.map(name => name.split('/').slice(0, -1))
  for (const depth of [0, 1, 2]) {
    const host = folders.find(path => isHost(path[depth] ?? ''))?.slice(0, depth + 1)
    if (host) return `${host.join('/')}/`
  }
  const wrapper = wrapperOf(names)
  const holdsHome = names.some(name => /^(index|default)\.\w+$|\.(xml|csv|txt)$/i.test(name.slice(wrapper.length)))
  return wrapper && (holdsHome || /[^\w./-]/.test(wrapper)) ? wrapper : ''
}

/** Derives the address on the old site from the name of a saved file. */
export function addressOf(name: string, root: string): string {
  const path = name.startsWith(root) ? name.slice(root.length) : name
  const queried = path.match(/^(.*?)index\.html?(?:[?@]|%3f)(.*?)(\.html?)?$/i)
  if (queried) return `/${queried[1]}?${queried[2]}`
  const dynamic = path.match(/^(.*\.(?:aspx?|php|jsp|do|cgi))(?:[?@]|%3f)(.*?)(\.html?)?$/i)
  return dynamic ? `/${dynamic[1]}?${dynamic[2]}` : `/${path}`
}

/** The address that a browser or a program for copying sites has written into the page. */
export function sourceAddress(html: string): string | undefined {
  const head = html.slice(0, 3000)
  const [, browser] = head.match(/<!--\s*saved from url=\(\d+\)(\S+)\s*-->/i) ?? []
  const [, copier] = head.match(/<!--\s*Mirrored from (\S+) by HTTrack/i) ?? []
  const found = browser ?? (copier && `http://${copier}`)
  return found && URL.canParse(found) ? found : undefined
}

/** Files by what their names have in common with addresses, below the site's folder or as they are. */
export function indexOf<Entry extends { name: string }>(entries: readonly Entry[], root: string) {
  const wanted = entries.filter(({ name }) => !isJunkFile(name))
  const byName = new Map<string, Entry[]>()
  const add = (key: string, entry: Entry) => {
    const found = byName.get(key)
    if (!found) byName.set(key, [entry])
    else if (!found.includes(entry)) found.push(entry)
  }
  for (const entry of wanted)
    add(normaliseAddress(entry.name.startsWith(root) ? entry.name.slice(root.length) : entry.name), entry)
  for (const around of ['', wrapperOf(wanted.map(({ name }) => name))])
    for (const entry of wanted) add(normaliseAddress(entry.name.slice(around.length)), entry)
  return (address: string): Entry | undefined => {
    const place = address.replace(/^https?:\/\/[^/]*/i, '')
    const found = byName.get(normaliseAddress(place))
    return found?.find(({ name }) => unescaped(name).endsWith(unescaped(place).slice(1))) ?? found?.[0]
  }
}

/** Lists of addresses lie at the top of the ZIP file, or of its one folder. */
export const isListName = (name: string) => /^([^/]+\/)?[^/]*\.(xml|csv|txt)$/i.test(name) && !isJunkFile(name)

/** An address of a list, and the saved file where the list names that, too. */
export type ListedAddress = { address: string; entry?: string }

/** The addresses of a site map, of a table or of lines; none where it is none of these. */
export function readList(name: string, text: string): ListedAddress[] {
  if (/\.xml$/i.test(name))
    return [...text.matchAll(/<loc>\s*(?:<!\[CDATA\[)?\s*([^<\]]+?)\s*(?:\]\]>)?\s*<\/loc>/gi)].map(([, loc]) => ({
      address: unquoted(loc!),
    }))
  const listed: ListedAddress[] = []
  for (const { cells } of readCsv(text)) {
    const at = cells.findIndex(isAddress)
    if (at < 0) continue
    const entry = cells.find((cell, i) => i !== at && isPageName(cell.trim()) && !/^https?:/i.test(cell))
    listed.push({ address: cells[at]!.trim(), ...(entry && { entry: entry.trim().replace(/^\.?\//, '') }) })
  }
  return listed
}

const isAddress = (cell: string) => /^(https?:\/\/\S+|\/\S*)$/i.test(cell.trim())

const unquoted = (xml: string) =>
  xml
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
