import { minute } from '#lib/dates.ts'
import type { FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import { typedKeys } from '#lib/keys.ts'
import { type ArticleValues, labels } from '../../articleValues.ts'

/** A form holds simple values: an attachment is its number and its name in one. */
export const toForm = ({ files, ...values }: ArticleValues): FormValues => ({
  ...values,
  files: files.map(({ id, name }) => `${id} ${name}`),
})

export const fromForm = ({ files, ...values }: FormValues): ArticleValues =>
  ({
    ...values,
    files: ((files ?? []) as string[]).map(one => {
      const [, id, name] = one.match(/^(\d+) ([\s\S]*)$/)!
      return { id: Number(id), name: name! }
    }),
  }) as ArticleValues

export type Name = keyof ArticleValues
export const names = typedKeys(labels)

/** Formats a field as text for the comparison. `columns`: names of columns by id. */
export function wordsFor(name: Name, values: ArticleValues, columns: ReadonlyMap<number, string>): string {
  switch (name) {
    case 'content':
      return fieldText({ kind: 'richText', name, label: labels[name], section: '' }, values.content)
    case 'files':
      return values.files.map(file => file.name).join('\n')
    case 'catalogId':
      return values.catalogId === null ? '' : (columns.get(values.catalogId) ?? `栏目 ${values.catalogId}`)
    case 'coverId':
      return values.coverId === null ? '' : `【图片 ${values.coverId}】`
    case 'coverX':
    case 'coverY':
      return `${values[name]}%`
    case 'isTop':
    case 'isRed':
      return values[name] ? '是' : '否'
    case 'publishTime':
    case 'noticeEndTime':
      return values[name] ? minute(values[name]) : ''
    default:
      return values[name] ?? ''
  }
}
