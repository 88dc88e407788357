import sanitize from 'sanitize-html'

/**
 * What a writer may put into a text: what the editor's toolbar makes (spec.md section 5), tables, and nothing that
 * runs. Links and pictures only by http(s) or from this site; video only from this site.
 */
const COLOUR = [/^#[0-9a-f]{3,8}$/i, /^rgba?\([\d\s,.%]+\)$/i, /^[a-z]{3,20}$/i]
const LENGTH = [/^\d+(\.\d+)?(px|em|rem|%|pt)$/]

const allowed: sanitize.IOptions = {
  allowedTags: [
    ...[
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
    ],
    ...['b', 'strong', 'i', 'em', 'u', 's', 'del', 'sub', 'sup', 'a', 'img', 'video', 'figure', 'figcaption'],
    ...['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    '*': ['style', 'dir', 'class'],
    a: ['href', 'title', 'target', 'rel'],
    img: ['src', 'alt', 'title', 'width', 'height', 'loading'],
    video: ['src', 'controls', 'poster', 'width', 'height', 'preload'],
    td: ['colspan', 'rowspan'],
    th: ['colspan', 'rowspan', 'scope'],
    ol: ['start'],
    li: ['data-list'],
  },
  allowedClasses: { '*': [/^ql-(align|indent|size|font|direction)-[\w-]+$/, 'scroll'] },
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
  // A video or picture from elsewhere would tell its host who reads here.
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' || tag === 'video') && !/^\/(?!\/)/.test(attribs.src ?? ''),
  transformTags: {
    a: (tagName, attribs) => ({
      tagName,
      attribs: attribs.target === '_blank' ? { ...attribs, rel: 'noopener noreferrer' } : attribs,
    }),
    img: (tagName, attribs) => ({ tagName, attribs: { ...attribs, loading: 'lazy' } }),
  },
}

/** HTML that people wrote, made safe to show. Always before it is stored. */
export const cleanHtml = (html: string) => sanitize(html, allowed)

const BLOCK_END = /<\/(p|h[1-6]|li|tr|td|th|blockquote|div|pre)>|<br\s*\/?>/gi

/** The words of a text without its tags, for search and summaries. */
export const plainText = (html: string) =>
  decodeEntities(sanitize(html.replace(BLOCK_END, '$& '), { allowedTags: [], allowedAttributes: {} }))
    .replace(/\s+/g, ' ')
    .trim()

const ENTITIES: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
const decodeEntities = (text: string) => text.replace(/&(amp|lt|gt|quot);/g, entity => ENTITIES[entity]!)
