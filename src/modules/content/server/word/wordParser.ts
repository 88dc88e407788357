import { buffer } from 'node:stream/consumers'
import { DomUtils, parseDocument } from 'htmlparser2'
import mammoth from 'mammoth'
import { invalid } from '#lib/error.ts'
import {
  createElement,
  createText,
  type Element,
  elementsIn,
  isDeeper,
  isElement,
  replaceWith,
  type Tree,
  textOf,
} from '#lib/html/tree.ts'
import { answerParser } from '#lib/server/parsers/parserScript.ts'
import { damaged, openPart, type Part, partsOf } from '#lib/server/sheets/zipReader.ts'
import { zipOf } from '#lib/server/sheets/zipWriter.ts'
import { missingMedia } from '#lib/words/missingMedia.ts'
import { childOf, makeCounter, readStyles, type Styles, val } from './numbering.ts'

/** `key`: stands as address of the picture in the HTML. */
export type WordPicture = { key: string; type: string; name: string; bytes: Uint8Array }
/** `html` is not safe before `cleanHtml`; `lost`: pictures of kinds that no browser shows; `notes` say what was left out. */
export type WordText = { html: string; pictures: WordPicture[]; lost: string[]; notes: string[] }

const MAX_XML_BYTES = 40 << 20
const MAX_MEDIA_BYTES = 100 << 20
const MAX_PICTURES = 100
const MAX_ELEMENTS = 200_000
const MAX_DEPTH = 200

answerParser(readWord)

/**
 * Reads a Word document (.docx) as HTML. Gives mammoth only the parts that it needs, each within its limit, after
 * resolving what mammoth does not know: numbers of lists, hidden text, alignment, formulas and charts.
 */
async function readWord(path: string): Promise<WordText> {
  const parts = await partsOf(path)
  const main = parts.find(({ name }) => name === 'word/document.xml')
  if (!main) throw invalid('这不是 Word 文档（.docx），请在 Word 或 WPS 中另存为 .docx 后再上传')
  const read = makeReader(path)
  const trees = new Map<string, Tree>()
  for (const part of parts)
    if (/^word\/(document|styles|numbering|footnotes|endnotes)\.xml$/.test(part.name))
      trees.set(part.name, await read.tree(part))
  const notes: Notes = { comments: 0, changes: 0, hidden: 0, formulas: 0, charts: 0 }
  const styles = readStyles(trees.get('word/styles.xml'))
  const text = trees.get('word/document.xml')!
  for (const name of ['word/document.xml', 'word/footnotes.xml', 'word/endnotes.xml']) {
    const tree = trees.get(name)
    if (tree) resolveRuns(tree, notes)
  }
  markParagraphs(text, styles, trees.get('word/numbering.xml'))
  const hasEdges = await hasHeaderOrFooter(parts, read)
  const kept = new Map<string, Buffer>()
  for (const part of parts) {
    const tree = trees.get(part.name)
    if (part.name === 'word/numbering.xml') continue
    if (tree) kept.set(part.name, Buffer.from(DomUtils.getOuterHTML(tree, { xmlMode: true, encodeEntities: 'utf8' })))
    else if (/^\[Content_Types\]\.xml$|^_rels\/|^word\/_rels\//.test(part.name))
      kept.set(part.name, await read.xml(part))
    else if (/^word\/media\//.test(part.name)) kept.set(part.name, await read.media(part))
  }
  return convert(kept, styles, [...noteTexts(notes), ...(hasEdges ? ['页眉页脚没有带入'] : [])])
}

function makeReader(path: string) {
  let [xmlLeft, mediaLeft, pictures, elements] = [MAX_XML_BYTES, MAX_MEDIA_BYTES, 0, 0]
  const take = async (part: Part, most: number): Promise<Buffer> => {
    let size = 0
    const stream = await openPart(path, part)
    stream.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > most) stream.destroy(invalid('文档展开后过大，请精简或分成几份后再上传'))
    })
    return buffer(stream).catch(error => {
      throw error?.name === 'Refusal' ? error : damaged()
    })
  }
  const xml = async (part: Part) => {
    const bytes = await take(part, xmlLeft)
    xmlLeft -= bytes.length
    return bytes
  }
  return {
    xml,
    media: async (part: Part) => {
      if (++pictures > MAX_PICTURES) throw invalid(`文档中的图片超过 ${MAX_PICTURES} 张，请分成几份后再上传`)
      const bytes = await take(part, mediaLeft)
      mediaLeft -= bytes.length
      return bytes
    },
    tree: async (part: Part): Promise<Tree> => {
      const text = (await xml(part)).toString('utf8').replace(/^\ufeff/, '')
      elements += text.match(/<\w/g)?.length ?? 0
      if (elements > MAX_ELEMENTS) throw invalid('文档过长，请分成几份后再上传')
      const tree = parseDocument(text, { xmlMode: true })
      if (isDeeper(tree, MAX_DEPTH)) throw damaged()
      return tree
    },
  }
}

type Notes = Record<'comments' | 'changes' | 'hidden' | 'formulas' | 'charts', number>

const noteTexts = ({ comments, changes, hidden, formulas, charts }: Notes): string[] => [
  ...(comments > 0 ? [`${comments} 条批注没有带入`] : []),
  ...(changes > 0 ? [`${changes} 处修订按接受后的文字带入`] : []),
  ...(hidden > 0 ? [`${hidden} 处隐藏的文字没有带入`] : []),
  ...(formulas > 0 ? [`${formulas} 个公式只带入了文字，请核对`] : []),
  ...(charts > 0 ? [`${charts} 个图表没有带入，文中已标出位置`] : []),
]

const run = (text: string): Element => {
  const words = createElement('w:t', { 'xml:space': 'preserve' })
  DomUtils.appendChild(words, createText(text))
  const made = createElement('w:r')
  DomUtils.appendChild(made, words)
  return made
}

const isOn = (element: Element | undefined) => element !== undefined && !/^(0|false|off)$/.test(val(element) ?? '')
const has = (element: Element, name: string) => DomUtils.getElementsByTagName(name, element).length > 0

function resolveRuns(tree: Tree, notes: Notes): void {
  for (const choice of DomUtils.getElementsByTagName('mc:AlternateContent', tree)) {
    const [fallback, wanted] = [childOf(choice, 'mc:Fallback'), childOf(choice, 'mc:Choice')]
    replaceWith(choice, (fallback?.children.some(isElement) ? fallback : wanted)?.children ?? [])
  }
  for (const element of elementsIn(tree)) {
    const { name } = element
    if (name === 'w:commentReference') notes.comments++
    else if (/^w:(ins|del|moveFrom|moveTo)$/.test(name) && element.children.some(isElement)) notes.changes++
    else if (name === 'w:r' && isOn(childOf(childOf(element, 'w:rPr'), 'w:vanish'))) {
      if (textOf(element).trim()) notes.hidden++
      DomUtils.removeElement(element)
    } else if (name === 'm:oMath') {
      notes.formulas++
      const words = DomUtils.getElementsByTagName('m:t', element).map(textOf).join('')
      const paragraph = element.parent as Element
      replaceWith(paragraph.name === 'm:oMathPara' ? paragraph : element, [run(words || missingMedia('公式'))])
    } else if (name === 'w:drawing' && (has(element, 'c:chart') || has(element, 'dgm:relIds'))) {
      notes.charts++
      replaceWith(element, run(missingMedia('图表')).children)
    } else if (name === 'a:blip' && !element.attribs['r:embed']) {
      const drawing = ancestor(element, 'w:drawing')
      if (drawing) replaceWith(drawing, run(missingMedia('图')).children)
    }
  }
}

function ancestor(element: Element, name: string): Element | undefined {
  for (let at = element.parent; at; at = at.parent) if ('name' in at && at.name === name) return at as Element
  return undefined
}

/** Marks that carry the number and the alignment of a paragraph through mammoth, from signs that no text has. */
const [OPEN, CLOSE] = ['\ue0f0', '\ue0f1']
const SIGNS = new RegExp(`[${OPEN}${CLOSE}]`, 'g')

function markParagraphs(tree: Tree, styles: Styles, numbering: Tree | undefined): void {
  const count = makeCounter(numbering)
  for (const words of DomUtils.getElementsByTagName('w:t', tree))
    for (const child of words.children) if ('data' in child) child.data = child.data.replace(SIGNS, '')
  for (const paragraph of DomUtils.getElementsByTagName('w:p', tree)) {
    const properties = childOf(paragraph, 'w:pPr')
    const numbers = childOf(properties, 'w:numPr')
    const style = val(childOf(properties, 'w:pStyle'))
    const numId = val(childOf(numbers, 'w:numId')) ?? styles.of(style, 'numId')
    const level = val(childOf(numbers, 'w:ilvl')) ?? (numbers ? '0' : styles.of(style, 'level'))
    if (isDeleted(paragraph, properties)) continue
    const marker =
      numId && numId !== '0' ? count(numId, level === undefined ? undefined : Number(level), style) : undefined
    const align = val(childOf(properties, 'w:jc')) ?? styles.of(style, 'align') ?? ''
    if (!textOf(paragraph).trim() && !has(paragraph, 'w:drawing') && !has(paragraph, 'w:pict')) continue
    const says = [
      /^(center|right|end)$/.test(align) ? align.replace('end', 'right') : '',
      marker ? `${marker.list.replace(/\D/g, '')}.${marker.level + 1}` : '',
      marker?.text ?? '',
    ]
    if (!says.some(Boolean)) continue
    const mark = run(`${OPEN}${says.join('|')}${CLOSE}`)
    if (properties) DomUtils.append(properties, mark)
    else DomUtils.prependChild(paragraph, mark)
  }
}

/** A paragraph that was deleted as a whole does not count. */
const isDeleted = (paragraph: Element, properties: Element | undefined) =>
  childOf(childOf(properties, 'w:rPr'), 'w:del') !== undefined &&
  DomUtils.getElementsByTagName('w:t', paragraph).every(words => ancestor(words, 'w:moveFrom'))

async function hasHeaderOrFooter(parts: readonly Part[], read: ReturnType<typeof makeReader>): Promise<boolean> {
  for (const part of parts)
    if (
      /^word\/(header|footer)\d*\.xml$/.test(part.name) &&
      textOf(await read.tree(part).then(tree => tree.children)).trim()
    )
      return true
  return false
}

const PICTURE_TYPE = /^image\/(png|jpe?g|gif|webp)$/

async function convert(kept: Map<string, Buffer>, styles: Styles, notes: string[]): Promise<WordText> {
  const entries = async function* () {
    for (const [name, bytes] of kept) yield { name, bytes }
  }
  const pictures: WordPicture[] = []
  const lost: string[] = []
  let count = 0
  const { value } = await mammoth.convertToHtml(
    { buffer: await buffer(zipOf(entries(), new Date(0))) },
    {
      styleMap: ['u => u', ...headingStyles(styles)],
      convertImage: mammoth.images.imgElement(async image => {
        const [name, type] = [`第 ${++count} 张图`, image.contentType]
        if (!PICTURE_TYPE.test(type)) {
          const file = `${name}.${type.replace(/^image\/(x-)?/, '')}`
          lost.push(file)
          return { src: file }
        }
        const key = `word:${count}`
        pictures.push({ key, type, name, bytes: await image.readAsBuffer() })
        return { src: key }
      }),
    },
  )
  return { html: unmark(value), pictures, lost, notes }
}

/** Headings by what a style says of the outline, whatever its name. */
const headingStyles = ({ all, of }: Styles): string[] =>
  [...all].flatMap(([id, { name }]) => {
    const level = Number(of(id, 'outline') ?? 9)
    return level < 6 && /^[^'\\]{1,60}$/.test(name) ? [`p[style-name='${name}'] => h${level + 1}:fresh`] : []
  })

const MARKED = new RegExp(
  `<(p|h[1-6])>((?:<a id="[^"]*"></a>)*)${OPEN}([^|${CLOSE}]*)\\|([^|${CLOSE}]*)\\|([^${CLOSE}]*)${CLOSE}`,
  'g',
)

/** Writes marked paragraphs as Word itself puts them on the clipboard; a numbered heading keeps its number as words. */
function unmark(html: string): string {
  return html
    .replace(/<a id="[^"]*"><\/a>/g, '')
    .replace(/<a href="#[^"]*"[^>]*>(.*?)<\/a>/g, '$1')
    .replace(MARKED, (_, tag: string, __, align: string, list: string, marker: string) => {
      const [number, level] = list.split('.')
      const styles = [
        align && `text-align:${align}`,
        list && tag === 'p' && `mso-list:l${number} level${level}`,
      ].filter(Boolean)
      const open = styles.length > 0 ? `<${tag} style="${styles.join(';')}">` : `<${tag}>`
      if (!list || marker === '') return open
      return tag === 'p' ? `${open}<span style="mso-list:Ignore">${marker}</span>` : `${open}${spaced(marker)}`
    })
    .replace(new RegExp(`${OPEN}[^${CLOSE}|]*\\|[^${CLOSE}|]*\\|([^${CLOSE}]*)${CLOSE}`, 'g'), (_, marker) =>
      spaced(marker),
    )
}

const spaced = (marker: string) => (/[\w.]$/.test(marker) ? `${marker} ` : marker)
