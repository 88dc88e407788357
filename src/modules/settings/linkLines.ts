/** Links as staff write them, a line each: what it is called, and behind a space where it leads. */
export type NamedLink = { name: string; url: string }

const LINE = /^(.+?)\s+(\/(?!\/)[^\s<>"'\\]{0,199}|https:\/\/[^\s<>"']{1,190})$/

const linesOf = (text: string) => text.split('\n').flatMap(line => line.trim() || [])

export const linksIn = (text: string): NamedLink[] =>
  linesOf(text).flatMap(line => {
    const [, name, url] = line.match(LINE) ?? []
    return name && url ? { name, url } : []
  })

/** Returns the error message of a list of links; `most`: maximum number of links. */
export function linkLinesFault(text: string, most: number): string | undefined {
  const lines = linesOf(text)
  const wrong = lines.find(line => !LINE.test(line))
  if (wrong) return `“${wrong}”应为名称、空格和地址，如 证书查验 /admin/verify`
  if (lines.length > most) return `最多 ${most} 个链接，现有 ${lines.length} 个`
}
