import sanitize from 'sanitize-html'
import { lossNotes, mendForeignHtml } from '#lib/html/foreignHtml.ts'

/**
 * HTML allowed in a text: what the editor's toolbar makes (spec.md section 5), tables, and nothing that runs. Links
 * lead to http(s), mail, telephone or within this site; pictures and videos are ours, since one from elsewhere would
 * tell its host who reads here.
 */
const TAGS = [
  'p',
  'br',
  'hr',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'blockquote',
  'pre',
  'code',
  'ul',
  'ol',
  'li',
  'div',
  'span',
  'b',
  'strong',
  'i',
  'em',
  'u',
  's',
  'del',
  'sub',
  'sup',
  'a',
  'img',
  'video',
  'figure',
  'figcaption',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
]

/** Excludes white space and backslashes: browsers drop the one and read the other as a slash. */
const LINK = /^(https?:\/\/[^\s\\]+|mailto:[^\s\\]+|tel:[+\d-]+|\/(?![/\\])[^\s\\]*|#[^\s\\]*)$/i
const OWN_FILE = /^\/api\/file\/\d{1,10}(\?[\w=&]*)?$/
const PIXELS = /^\d{1,4}$/
const SPAN = /^[1-9]\d?$/
const WORDS = /^[^<>]{0,300}$/s
const FLAG = /^$/

/** Attribute by attribute, what it may say; what says anything else goes without it. */
const values: Record<string, Record<string, RegExp>> = {
  '*': { dir: /^(ltr|rtl)$/, class: /./s, style: /./s },
  a: { href: LINK, title: WORDS, target: /^_blank$/, rel: /^[a-z ]{0,60}$/ },
  img: { src: OWN_FILE, alt: WORDS, title: WORDS, width: PIXELS, height: PIXELS, loading: /^lazy$/ },
  video: { src: OWN_FILE, controls: FLAG, poster: OWN_FILE, width: PIXELS, height: PIXELS, preload: /^metadata$/ },
  td: { colspan: SPAN, rowspan: SPAN },
  th: { colspan: SPAN, rowspan: SPAN, scope: /^(row|col)(group)?$/ },
  ol: { start: PIXELS },
}

const COLOUR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]{5,40}\)$/i, /^[a-z]{3,20}$/i]
const LENGTH = [/^\d{1,3}(\.\d{1,2})?(px|em|rem|%|pt)$/]

const allowed: sanitize.IOptions = {
  allowedTags: TAGS,
  allowedAttributes: Object.fromEntries(Object.entries(values).map(([tag, of]) => [tag, Object.keys(of)])),
  allowedClasses: {
    '*': [
      'ql-align-center',
      'ql-align-right',
      'ql-align-justify',
      'ql-direction-rtl',
      'scroll',
      'ql-size-small',
      'ql-size-large',
      'ql-size-huge',
      'ql-font-serif',
      'ql-font-monospace',
      /^ql-indent-[1-8]$/,
    ],
  },
  allowedStyles: {
    '*': {
      color: COLOUR,
      'background-color': COLOUR,
      'text-align': [/^(left|right|center|justify)$/],
      'font-size': LENGTH,
      'text-indent': LENGTH,
      width: LENGTH,
    },
  },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  // Removed with their content, which is not text of the writer.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'xmp', 'noscript', 'title'],
  // Deeper than any text, and not so deep that a browser gives up.
  nestingLimit: 60,
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !attribs.src,
  transformTags: { '*': (tagName, attribs) => ({ tagName, attribs: allowedAttributesOf(tagName, attribs) }) },
}

function allowedAttributesOf(tag: string, attribs: sanitize.Attributes): sanitize.Attributes {
  const kept = Object.entries(attribs).filter(([name, value]) =>
    (values[tag]?.[name] ?? values['*']![name])?.test(value),
  )
  const said = Object.fromEntries(kept)
  if (said.target) said.rel = 'noopener noreferrer'
  if (tag === 'img') said.loading = 'lazy'
  if (tag === 'video') Object.assign(said, { controls: '', preload: 'metadata' })
  return said
}

/** Limit above what any text has; the parser's time grows with the square of the nesting. */
const MAX_TAGS = 20_000

/** HTML that people wrote, made safe to show. Always before it is stored. What has too many tags is shown as text. */
export const cleanHtml = (html: string): string => cleanForeignHtml(html).html

/** The same, with what was left out or decided on the way, for whoever brought the text. */
export function cleanForeignHtml(html: string): { html: string; notes: string[] } {
  const tags = html.match(/<[a-z]/gi)?.length ?? 0
  if (tags > MAX_TAGS) return { html: sanitize(html.replaceAll('<', '&lt;'), allowed), notes: [] }
  const mended = mendForeignHtml(html, address => OWN_FILE.test(address))
  // Cleans twice, since the first pass may drop content between badly nested tags: the result then stays the same when
  // it is cleaned again.
  return { html: sanitize(sanitize(mended.html, allowed), allowed), notes: lossNotes(mended.losses) }
}

/** The pictures and videos of this site that a cleaned text shows. */
export const fileIdsIn = (html: string): number[] => [
  ...new Set([...html.matchAll(/ (?:src|poster)="\/api\/file\/(\d+)/g)].map(([, id]) => Number(id))),
]

const BLOCK_END = /<\/(p|h[1-6]|li|tr|td|th|blockquote|div|pre)>|<br\s*\/?>/gi

/** The words of a text without its tags, for search and summaries. */
export const plainText = (html: string) =>
  decodeEntities(sanitize(html.replace(BLOCK_END, '$& '), { allowedTags: [], allowedAttributes: {} }))
    .replace(/\s+/g, ' ')
    .trim()

/** The same a paragraph, item or cell each: what stands in two of them is no one word. */
export const textBlocks = (html: string): string[] =>
  decodeEntities(
    sanitize(html.replace(/\s+/g, ' ').replace(BLOCK_END, '$&\n'), { allowedTags: [], allowedAttributes: {} }),
  )
    .split('\n')
    .filter(text => text.trim() !== '')

/** Alternative texts of the pictures in a cleaned text. */
export const pictureTexts = (html: string): string[] =>
  [...html.matchAll(/ alt="([^"]*)"/g)].map(([, text]) => decodeEntities(text!))

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const decodeEntities = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, entity => ENTITIES[entity]!)
