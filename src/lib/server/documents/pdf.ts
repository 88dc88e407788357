import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'
import { isOnTrial } from '../process/operation.ts'
import {
  MAIN_FONTS,
  NO_MACHINE_FONTS,
  type RareFont,
  rareFontsFor,
  spellUndrawable,
  toJson,
  unpackFont,
} from './signs.ts'

/** `a-2a`: for decades to come, and for who listens to it (ISO 19005-2); `a-2b`: without what the latter need. */
export type PdfStandard = 'a-2a' | 'a-2b'

/** Pictures that a template may show, by the name under which it does: `image("/name.png")`. */
export type Pictures = Readonly<Record<string, Buffer>>

/** Directory of the templates; they can read nothing but the pictures passed to them. */
const WORKSPACE = import.meta.dirname
export const pathIn = (workspace: string, name: string) => join(workspace, name)

/** Fonts are embedded as subsets. */
function makeCompiler(workspace: string, rare: readonly RareFont[]): NodeCompiler {
  const { FONTCONFIG_FILE } = process.env
  // Read by the compiler at its creation, and by nobody else: it has no other way to leave out the fonts of the machine.
  process.env.FONTCONFIG_FILE = NO_MACHINE_FONTS
  try {
    return NodeCompiler.create({
      workspace,
      fontArgs: [{ fontBlobs: rare.map(unpackFont) }, { fontPaths: MAIN_FONTS }],
    })
  } finally {
    if (FONTCONFIG_FILE === undefined) delete process.env.FONTCONFIG_FILE
    else process.env.FONTCONFIG_FILE = FONTCONFIG_FILE
  }
}

/** Gives each run of signs its font; stands on the first line, so that those of the template keep their numbers. */
const FONT_RULES =
  '#show: it => json(bytes(sys.inputs.fonts)).fold(it, (it, ((signs, family))) => { show regex("[" + signs + "]+"): set text(font: family); it });'

/**
 * Answers the compiler of a workspace, made anew when a text needs a font that was not needed before, and what it compiles:
 * the template with rules for these fonts. Without rules Typst would compose what the main font lacks, such as ž, of parts
 * that do not fit.
 *
 * Each template has a path of its own. Of a file that changes the compiler replaces the bytes that differ, in the middle of
 * a character too: rules or a template that took the place of others were read as other signs, or ended the process.
 */
export function growingCompiler(workspace: string) {
  let loaded: RareFont[] = []
  let compiler: NodeCompiler | undefined
  return (template: string, data: string): { by: NodeCompiler; source: Source } => {
    const rare = rareFontsFor(template + data)
    const missing = rare.map(({ font }) => font).filter(font => !loaded.includes(font))
    if (!compiler || missing.length > 0) {
      loaded = [...loaded, ...missing]
      compiler = makeCompiler(workspace, loaded)
    }
    const runs = rare.reduce((sum, { signs }) => sum + runsOf(signs, data), 0)
    const rules = runs > MAX_RUNS ? [] : rare.map(({ font, signs }) => [signs, font.family])
    const mainFilePath = pathIn(workspace, `${createHash('sha256').update(template).digest('hex')}.typ`)
    compiler.mapShadow(mainFilePath, Buffer.from(FONT_RULES + template))
    return { by: compiler, source: { mainFilePath, inputs: { data, fonts: JSON.stringify(rules) } } }
  }
}

/** Typst refuses more than 512 matches of such rules in a paragraph; its own choice of a font has no such limit. */
const MAX_RUNS = 400

/** Most runs of these signs in one paragraph of data in JSON. */
function runsOf(signs: string, data: string): number {
  const run = new RegExp(`[${signs}]+`, 'gu')
  return Math.max(...data.split(/"|\\n/).map(part => part.match(run)?.length ?? 0))
}

const compilerFor = growingCompiler(WORKSPACE)

/**
 * A Typst template as PDF, with `data` for it to read by `json(bytes(sys.inputs.data))`. About 0.1 s the first time, some
 * milliseconds after. A sign that no font has is printed as its code; `refuseUndrawable` is for documents that may not.
 */
export const toPdf = (template: string, data: unknown, standard?: PdfStandard, pictures: Pictures = {}): Buffer =>
  typeset(template, data, pictures, (by, source) => by.pdf(source, { pdfStandard: standard }))

/** The same for the printer alone: without the tags for who listens to it, which are most of the file of a plain letter. */
export const toUntaggedPdf = (template: string, data: unknown): Buffer =>
  typeset(template, data, {}, (by, source) => {
    const pdf = by.pdf(source, { pdfTags: false })
    // Of the next part nothing is the same: what is kept of this one would only fill the memory.
    by.evictCache(0)
    return pdf
  })

/** The same as a picture that any browser shows. */
export const toSvg = (template: string, data: unknown, pictures: Pictures = {}): string =>
  typeset(template, data, pictures, (by, source) => by.plainSvg(source))

/** Stands before every template while the site is on trial, on its first line: nobody takes a paper of a trial for a real one. */
const TRIAL_MARK =
  '#set page(foreground: place(center + horizon, rotate(-30deg, text(font: "Noto Sans SC", size: 80pt, weight: "bold", tracking: 20pt, fill: rgb("#b3261e").transparentize(72%), "试用样本"))));'
export const trialMark = (): string => (isOnTrial() ? TRIAL_MARK : '')

type Source = { mainFilePath: string; inputs: { data: string; fonts: string } }

function typeset<Made>(
  template: string,
  data: unknown,
  pictures: Pictures,
  make: (by: NodeCompiler, source: Source) => Made,
): Made {
  const { by, source } = compilerFor(trialMark() + template, spellUndrawable(toJson(data)))
  for (const [name, bytes] of Object.entries(pictures)) by.mapShadow(pathIn(WORKSPACE, name), bytes)
  try {
    return make(by, source)
  } finally {
    for (const name of Object.keys(pictures)) by.unmapShadow(pathIn(WORKSPACE, name))
    by.evictCache(10)
  }
}
