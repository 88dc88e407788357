/** A piece of XML, safe as it stands. */
export type Xml = { readonly xml: string }
type Value = string | number | Xml | Xml[]

/** xml`<loc>${url}</loc>`: what is put in is escaped, unless it is XML itself. */
export const xml = (parts: TemplateStringsArray, ...values: Value[]): Xml => ({
  xml: String.raw({ raw: parts }, ...values.map(write)),
})

const write = (value: Value): string => {
  if (Array.isArray(value)) return value.map(write).join('')
  return typeof value === 'object' ? value.xml : escaped(String(value))
}

/** XML 1.0 has no way at all to write control characters. */
const UNWRITABLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escaped = (text: string) =>
  text.replace(UNWRITABLE, '').replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

export const answerXml = (root: Xml, type = 'application/xml') =>
  new Response(`<?xml version="1.0" encoding="UTF-8"?>\n${root.xml}\n`, {
    headers: { 'content-type': `${type}; charset=utf-8` },
  })
