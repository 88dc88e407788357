import type { ImportKind } from '#modules/imports/server/importKinds.ts'

const MOBILE = /(?:\+?86[-\s]?)?1[3-9]\d[-\s]?\d{4}[-\s]?\d{4}(?!\d)/
const LINE = /(?<!\d)(?:0\d{2,3}[-—－\s]?)?[2-8]\d{6,7}(?:[-—转]\d{1,6})?(?!\d)/
const NUMBERS = new RegExp(`${MOBILE.source}|${LINE.source}`, 'g')
const isMobile = (number: string) => new RegExp(`^${MOBILE.source}$`).test(number)

const MORE = '联系人或电话一格里有几个，只取第一个，其余没有导入'

/**
 * Takes cells apart in which offices write several things: “李静（主任）13900001234、王强 0571-88001234” for a contact, a
 * mobile and a line for a phone. The first of each is read, the others are said not to be.
 */
export const takeContactsApart: NonNullable<ImportKind['prepare']> = texts => {
  const read: Record<string, string> = {}
  const notes = new Set<string>()
  const has = (name: string) => Boolean(read[name] ?? texts[name]?.trim())
  const set = (name: string, text: string) => {
    if (has(name)) notes.add(MORE)
    else read[name] = text
  }
  const contact = texts.liaisonName ?? ''
  const people = contact
    .split(NUMBERS)
    .map(nameIn)
    .filter(({ name }) => name)
  const inContact = contact.match(NUMBERS) ?? []
  // A name alone is left as it is typed, however strange: the form says what is wrong with it.
  if (inContact.length > 0 || people.length > 1 || /[、,，;；/\n]/.test(contact)) {
    const several = people.flatMap(({ name, position }) =>
      name
        .split(/[、,，;；/\n]+/)
        .filter(Boolean)
        .map(one => ({ name: one, position })),
    )
    read.liaisonName = several[0]?.name.trim() ?? ''
    if (several[0]?.position) set('liaisonPosition', several[0].position)
    if (several.length > 1) notes.add(MORE)
  }
  for (const number of inContact) set(isMobile(number) ? 'liaisonMobile' : 'phone', number)
  for (const name of ['liaisonMobile', 'phone'] as const) {
    const numbers = texts[name]?.match(NUMBERS) ?? []
    if (
      numbers.length < 2 &&
      !(name === 'liaisonMobile' && numbers[0] && !isMobile(numbers[0])) &&
      !(name === 'phone' && numbers[0] && isMobile(numbers[0]))
    )
      continue
    const [mobiles, lines] = [numbers.filter(isMobile), numbers.filter(number => !isMobile(number))]
    const [kept, other] = name === 'phone' ? [lines, mobiles] : [mobiles, lines]
    if (name === 'phone' && kept.length === 0 && has('liaisonMobile')) continue
    read[name] = kept[0] ?? ''
    if (kept.length > 1) notes.add(MORE)
    const otherName = name === 'phone' ? 'liaisonMobile' : 'phone'
    // A mobile of nobody stays the phone of the company.
    if (otherName === 'liaisonMobile' && other[0] && !has('liaisonName')) {
      read.phone ||= other[0]
      continue
    }
    for (const number of other) set(otherName, number)
  }
  return { texts: read, notes: [...notes] }
}

/** A name in what stands before or between numbers: without labels, and the title that stands in brackets. */
function nameIn(text: string): { name: string; position: string } {
  const position = text.match(/[（(]([^（）()]{2,20})[）)]/)?.[1] ?? ''
  const name = text
    .replace(/[（(][^（）()]*[）)]/g, '')
    .replace(/(联系人|联系电话|手机号码|手机|电话|座机)[:：]?/g, '')
    .replace(/^[\s、,，;；/:：]+|[\s、,，;；/:：]+$/g, '')
  return { name, position }
}
