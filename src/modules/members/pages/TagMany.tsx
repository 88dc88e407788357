import type { z } from 'zod'
import { type FormField, type Option, offeredOptions } from '#lib/form/form.ts'
import { type ActForMany, type ActResult, ActsOnMany } from '#ui/register/ActsOnMany.tsx'
import type { tagging } from '../taggingShape.ts'

type Row = { id: number; name: string }
type Act = 'put' | 'remove'
type Props = {
  rows: Row[]
  done: () => void
  unit: string
  /** Registers that these tags filter, for the hint. */
  where: string
  tags: readonly Option[]
  send: (asked: z.input<typeof tagging>) => Promise<readonly ActResult[]>
}

/** Puts a tag on many records at once, or takes it off. */
export function TagMany({ rows, done, unit, where, tags, send }: Props) {
  if (tags.length === 0) return null
  return (
    <ActsOnMany
      rows={rows}
      nameOf={({ name }) => name}
      unit={unit}
      acts={actsWith(tags, where)}
      changed={done}
      send={(act, ids, { tag }) => send({ ids, tag: String(tag ?? ''), act })}
      takeBack={(act, some, { tag }) =>
        send({ ids: some.map(({ id }) => id), tag: String(tag), act: act === 'put' ? 'remove' : 'put' })
      }
    />
  )
}

function actsWith(tags: readonly Option[], where: string): ActForMany<Act>[] {
  const fields = (options: readonly Option[]): FormField[] => [
    { name: 'tag', label: '标签', section: '', kind: 'choice', required: true, options },
  ]
  return [
    {
      code: 'put',
      name: '打标签',
      intro: `标签只在后台可见，在${where}里可以按它筛选；已有的不重复。`,
      fields: fields(offeredOptions(tags)),
      back: '所选的去掉这个标签。',
    },
    {
      code: 'remove',
      name: '去标签',
      intro: '没有这个标签的不受影响。',
      fields: fields(tags),
      back: '所选的重新打上这个标签。',
    },
  ]
}
