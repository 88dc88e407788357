import type { FormField } from '#lib/form.ts'
import type { AwardRules, EntryForm } from './rules.ts'

/** What an entry for an award says: by the form of its kind and the rules of its call. */
export function entryFields(form: EntryForm, { levels }: AwardRules): FormField[] {
  const options = levels.map(({ code, name }) => ({ code, name }))
  return [
    {
      name: 'name',
      label: form === 'project' ? '项目名称' : '题目',
      section: '基本情况',
      kind: 'text',
      max: 30,
      required: true,
    },
    { name: 'levelWanted', label: '申报等级', section: '基本情况', kind: 'choice', options },
  ]
}
