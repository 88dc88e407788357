import { formatPhone } from '#lib/form/phone.ts'
import type { Association } from '#modules/settings/groups.ts'

/** Placeholders in the texts, replaced with the association's current data when a text is read. */
export const placeholders = {
  协会名称: 'name',
  简称: 'shortName',
  地址: 'address',
  电话: 'phone',
  邮箱: 'email',
} as const satisfies Record<string, keyof Association>
type Known = keyof typeof placeholders
type AssociationFacts = Pick<Association, (typeof placeholders)[Known]>
export type Section = { title: string; paragraphs: string[] }

const PLACEHOLDER = /\{\{([^{}]*)\}\}/g
/** Left out where a placeholder within it has nothing to say. */
const OPTIONAL = /\[\[([\s\S]*?)\]\]/g
const HEADING = /^##\s+/

const isKnown = (name: string): name is Known => Object.hasOwn(placeholders, name)

/** A line a paragraph; one that begins with `##` is a heading. */
export function sectionsOf(text: string, association: AssociationFacts): Section[] {
  const sections: Section[] = []
  for (const line of fillPlaceholders(text, association).split('\n')) {
    const words = line.trim()
    if (HEADING.test(words)) sections.push({ title: words.replace(HEADING, ''), paragraphs: [] })
    else if (words) {
      if (sections.length === 0) sections.push({ title: '', paragraphs: [] })
      sections.at(-1)!.paragraphs.push(words)
    }
  }
  return sections
}

/** The same in one piece, as two versions are compared. */
export const plainText = (text: string, association: AssociationFacts): string =>
  sectionsOf(text, association)
    .flatMap(({ title, paragraphs }) => [title, ...paragraphs])
    .join('\n')

function fillPlaceholders(text: string, association: AssociationFacts): string {
  const told = (name: string) => {
    const said = isKnown(name) ? association[placeholders[name]] : ''
    return name === '电话' ? formatPhone(said) : said
  }
  const isComplete = (part: string) => [...part.matchAll(PLACEHOLDER)].every(([, name]) => told(name!))
  return text
    .replace(OPTIONAL, (_, part: string) => (isComplete(part) ? part : ''))
    .replace(PLACEHOLDER, (_, name: string) => told(name))
}

/** Returns the first fault of a text: an unknown placeholder, or no headings. */
export function textFault(text: string): string | undefined {
  const unknown = [...text.matchAll(PLACEHOLDER)].map(([, name]) => name!).find(name => !isKnown(name))
  if (unknown !== undefined) return `没有“{{${unknown}}}”这个占位符，可用的有 ${Object.keys(placeholders).join('、')}`
  if (!text.split('\n').some(line => HEADING.test(line.trim()))) return '请用 ## 开头的行写明各部分的标题'
}
