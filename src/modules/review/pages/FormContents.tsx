import type { FormField, FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { FieldLink } from '#ui/form/FieldLink.tsx'
import { partsOf } from '#ui/form/sections/formProgress.ts'
import type { OwnForm } from './useApplicationForm.ts'
import './formContents.css'

type Props = {
  fields: readonly FormField[]
  values: FormValues
  materials: OwnForm['materials']
  files: Record<string, UploadedFile[]>
}

/** The parts of a long form: how much of each is done, and the way to it. */
export function FormContents({ fields, values, materials, files }: Props) {
  const must = materials.filter(({ required }) => required)
  const places = [
    ...partsOf(fields, values),
    ...materials.slice(0, 1).map(({ code }) => ({
      name: '随表材料',
      first: code,
      of: must.length,
      done: must.filter(({ code }) => files[code]?.length).length,
    })),
  ]
  const [done, all] = [places.reduce((sum, one) => sum + one.done, 0), places.reduce((sum, one) => sum + one.of, 0)]
  return (
    <nav className="form-contents" aria-label="申请表目录">
      <p>
        必填 {done} / {all}
        <progress value={done} max={Math.max(all, 1)} aria-label="必填内容的完成情况" />
      </p>
      <ol>
        {places.map(({ name, first, done, of }) => (
          <li key={name} data-done={(of > 0 && done === of) || undefined}>
            <FieldLink name={first} part>
              {name}
            </FieldLink>
            <span>{wordsOf(done, of)}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}

/** Where nothing must be filled in there is nothing to be counted. */
const wordsOf = (done: number, of: number) => {
  if (of === 0) return '选填'
  return done === of ? '已填' : `${done} / ${of}`
}
