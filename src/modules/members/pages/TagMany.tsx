import { browserApi } from '#api/browser.ts'
import { useApi } from '#api/useApi.ts'
import { type FormField, type Option, offeredTo } from '#lib/form/form.ts'
import { type ActForMany, ActsOnMany } from '#ui/register/ActsOnMany.tsx'

type Row = { id: number; name: string }
type Act = 'put' | 'remove'

/** Puts a tag on many organisations at once, or takes it off. */
export function TagMany({ rows, done }: { rows: Row[]; done: () => void }) {
  const { data: tags = [] } = useApi('GET /staff/organisation/tags', {})
  if (tags.length === 0) return null
  return (
    <ActsOnMany
      rows={rows}
      nameOf={({ name }) => name}
      unit="家单位"
      acts={actsWith(tags)}
      changed={done}
      send={(act, ids, { tag }) => browserApi('POST /staff/organisation/tag', { ids, tag: String(tag ?? ''), act })}
      takeBack={(act, some, { tag }) =>
        browserApi('POST /staff/organisation/tag', {
          ids: some.map(({ id }) => id),
          tag: String(tag),
          act: act === 'put' ? 'remove' : 'put',
        })
      }
    />
  )
}

function actsWith(tags: readonly Option[]): ActForMany<Act>[] {
  const fields = (options: readonly Option[]): FormField[] => [
    { name: 'tag', label: '标签', section: '', kind: 'choice', required: true, options },
  ]
  return [
    {
      code: 'put',
      name: '打标签',
      intro: '标签只在后台可见，在单位和会员名册里可以按它筛选；已有的不重复。',
      fields: fields(offeredTo(tags)),
      back: '这些单位去掉这个标签。',
    },
    {
      code: 'remove',
      name: '去标签',
      intro: '没有这个标签的不受影响。',
      fields: fields(tags),
      back: '这些单位重新打上这个标签。',
    },
  ]
}
