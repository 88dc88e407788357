import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { once } from '../../once.ts'

const fonts = dirname(createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/package.json'))
const compiler = once(() => makeCompiler(WORKSPACE))

/** `a-2a`: for decades to come, and for who listens to it (ISO 19005-2); `a-2b`: without what the latter need. */
export type PdfStandard = 'a-2a' | 'a-2b'

/** Pictures that a template may show, by the name under which it does: `image("/name.png")`. */
export type Pictures = Readonly<Record<string, Buffer>>

/** Directory of the templates; they can read nothing but the pictures passed to them. */
const WORKSPACE = import.meta.dirname
export const pathIn = (workspace: string, name: string) => join(workspace, name)

/** The font holds every character of GB 18030's common names and is embedded as a subset. */
export const makeCompiler = (workspace: string): NodeCompiler =>
  NodeCompiler.create({ workspace, fontArgs: [{ fontPaths: [join(fonts, '400Regular'), join(fonts, '700Bold')] }] })

/**
 * A Typst template as PDF, with `data` for it to read by `json(bytes(sys.inputs.data))`. About 0.5 s the first time, some
 * milliseconds after.
 */
export const toPdf = (template: string, data: unknown, standard?: PdfStandard, pictures: Pictures = {}): Buffer =>
  withPictures(pictures, by => by.pdf(sourceOf(template, data), { pdfStandard: standard }))

/** The same for the printer alone: without the tags for who listens to it, which are most of the file of a plain letter. */
export const toUntaggedPdf = (template: string, data: unknown): Buffer => {
  const pdf = withPictures({}, by => by.pdf(sourceOf(template, data), { pdfTags: false }))
  // Of the next part nothing is the same: what is kept of this one would only fill the memory.
  compiler().evictCache(0)
  return pdf
}

/** The same as a picture that any browser shows. */
export const toSvg = (template: string, data: unknown, pictures: Pictures = {}): string =>
  withPictures(pictures, by => by.plainSvg(sourceOf(template, data)))

const sourceOf = (template: string, data: unknown) => ({
  mainFileContent: template,
  inputs: { data: JSON.stringify(data) },
})

function withPictures<Made>(pictures: Pictures, make: (by: NodeCompiler) => Made): Made {
  const by = compiler()
  for (const [name, bytes] of Object.entries(pictures)) by.mapShadow(pathIn(WORKSPACE, name), bytes)
  try {
    return make(by)
  } finally {
    for (const name of Object.keys(pictures)) by.unmapShadow(pathIn(WORKSPACE, name))
    by.evictCache(10)
  }
}
