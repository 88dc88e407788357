import type { FormValues } from '#lib/form/form.ts'
import { wordFinder } from '#lib/words/wordPlaces.ts'
import { type ListedWord, wordsIn } from '#modules/settings/wordLines.ts'

/** Marks between the letters hide no word. */
const gapCharacters = /[\s·・.,，、。_*-]/

/** Looks for the words of a list of the association in a text; answers each once. */
export function forbiddenWordFinder(list: string): (text: string) => ListedWord[] {
  const words = wordsIn(list)
  const find = wordFinder(
    words.map(({ word }) => word),
    { between: gapCharacters },
  )
  return text => {
    const found = new Set(find(text).map(({ word }) => word))
    return words.filter(({ word }) => found.has(word))
  }
}

const CHECKED = { title: '广告标题', alt: '图片的文字说明', description: '产品或服务说明' } as const

export const advertText = (values: FormValues): string =>
  Object.keys(CHECKED)
    .map(name => String(values[name] ?? ''))
    .join('\n')

/** Returns the forbidden words in an advert, field by field. */
export function wordFaults(values: FormValues, list: string): Record<string, string> {
  const find = forbiddenWordFinder(list)
  return Object.fromEntries(
    Object.entries(CHECKED).flatMap(([name, label]) => {
      const found = find(String(values[name] ?? ''))
      return found.length > 0
        ? [[name, `${label}中有广告禁用的词语：${found.map(wordWithInstead).join('、')}，请改写`]]
        : []
    }),
  )
}

const wordWithInstead = ({ word, instead }: ListedWord) => (instead ? `${word}（可写“${instead}”）` : word)
