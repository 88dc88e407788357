/** What a page says of its own characters, in its first part. */
const SAID = /charset\s*=\s*["']?\s*([\w-]+)/i
const BEGINNING = 4096

/** The text of a saved page: as it says itself, where that is true; otherwise UTF-8, or what Chinese Windows wrote. */
export function textOfPage(bytes: Uint8Array): string {
  const said = Buffer.from(bytes.subarray(0, BEGINNING)).toString('latin1').match(SAID)?.[1]?.toLowerCase()
  const isOldChinese = said !== undefined && /^(gb|x-gbk|cp936|hz)/.test(said)
  const order = isOldChinese
    ? ['gb18030', 'utf-8']
    : said === 'big5'
      ? ['big5', 'utf-8', 'gb18030']
      : ['utf-8', 'gb18030']
  // A page that was saved again may say what it was before.
  if (isOldChinese && isUtf8(bytes)) order.reverse()
  for (const charset of order) {
    const text = decode(bytes, charset)
    if (text !== undefined) return plain(text)
  }
  return plain(new TextDecoder('gb18030').decode(bytes))
}

function decode(bytes: Uint8Array, charset: string): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return
  }
}

/** With letters beyond ASCII that are right in UTF-8: by chance that hardly ever happens to a text in GBK. */
const isUtf8 = (bytes: Uint8Array) => bytes.some(byte => byte > 0x7f) && decode(bytes, 'utf-8') !== undefined

/** PostgreSQL keeps no U+0000, and no half of a pair. */
const plain = (text: string) => text.replaceAll('\0', '').toWellFormed()
