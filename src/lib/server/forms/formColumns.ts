import type { FormField, FormValues } from '#lib/form/form.ts'
import { fieldText } from '#lib/form/formWords.ts'
import type { Column } from '../sheets/workbook.ts'

/** Width of a field's column in a workbook, in characters. */
export const widthOf = ({ kind, label }: Pick<FormField, 'kind' | 'label'>) =>
  kind === 'paragraph' || kind === 'richText' ? 40 : Math.max(16, label.length * 2 + 4)

/** The fields of a form as columns of a workbook: numbers and telephone numbers as they are kept, all else as people read it. */
export const exportColumnsOf = (fields: readonly FormField[]): Column<FormValues>[] =>
  fields.map(field => ({
    title: field.label,
    width: widthOf(field),
    value: values => {
      const value = values[field.name]
      const isKept = field.kind === 'number' ? typeof value === 'number' : /^(mobile|phone)$/.test(field.kind)
      return isKept ? (value as string | number) : fieldText(field, value)
    },
  }))
