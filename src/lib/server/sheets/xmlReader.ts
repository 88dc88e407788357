import type { Readable } from 'node:stream'
import { SaxesParser } from 'saxes'

export type Attributes = Record<string, string>
export type Element = { name: string; attributes: Attributes; children: Element[]; text: string }
type XmlHandlers = {
  open: (name: string, attributes: Attributes) => void
  close: (name: string) => void
  text: (text: string) => void
}

/** Parses XML while it arrives, and yields after each piece of it. Prefixes of names are left out; a fault is thrown. */
export async function* parseXml(bytes: Readable, { open, close, text }: XmlHandlers): AsyncGenerator<void> {
  const parser = new SaxesParser()
  parser.on('opentag', ({ name, attributes }) => open(localName(name), attributes))
  parser.on('closetag', ({ name }) => close(localName(name)))
  parser.on('text', text)
  parser.on('cdata', text)
  parser.on('error', error => {
    throw error
  })
  // Characters that two pieces share arrive whole.
  for await (const piece of bytes.setEncoding('utf8')) {
    parser.write(piece)
    yield
  }
  parser.close()
}

/** A short document as a tree. */
export async function readTree(bytes: Readable): Promise<Element> {
  const root: Element = { name: '', attributes: {}, children: [], text: '' }
  const path = [root]
  const heard: XmlHandlers = {
    open: (name, attributes) => {
      const element = { name, attributes, children: [], text: '' }
      path.at(-1)!.children.push(element)
      path.push(element)
    },
    close: () => void path.pop(),
    text: text => {
      path.at(-1)!.text += text
    },
  }
  for await (const _ of parseXml(bytes, heard));
  return root.children[0]!
}

export const childOf = (element: Element | undefined, name: string): Element | undefined =>
  element?.children.find(child => child.name === name)

export const childrenOf = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter(child => child.name === name) ?? []

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
