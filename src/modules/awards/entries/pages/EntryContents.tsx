import type { FormField, FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { fieldId } from '#ui/form/Field.tsx'
import { sectionsOf } from './entrySections.ts'
import type { Entry } from './MyAward.tsx'

type Props = {
  fields: readonly FormField[]
  values: FormValues
  materials: Entry['materials']
  files: Record<string, UploadedFile[]>
}

/** The parts of a long form: where one is, how much is done, and the way to the rest. */
export function EntryContents({ fields, values, materials, files }: Props) {
  const must = materials.filter(({ required }) => required)
  const places = [
    ...sectionsOf(fields, values),
    ...(materials.length
      ? [
          {
            name: '随表材料',
            first: materials[0]!.code,
            of: must.length,
            done: must.filter(({ code }) => files[code]?.length).length,
          },
        ]
      : []),
  ]
  const [done, all] = [places.reduce((sum, one) => sum + one.done, 0), places.reduce((sum, one) => sum + one.of, 0)]
  return (
    <nav className="entry-contents" aria-label="申报书目录">
      <p>
        必填 {done} / {all}
        <progress value={done} max={Math.max(all, 1)} aria-label="必填内容的完成情况" />
      </p>
      <ol>
        {places.map(({ name, first, done, of }) => (
          <li key={name} data-done={(of > 0 && done === of) || undefined}>
            <a
              href={`#${fieldId(first)}`}
              onClick={event => {
                event.preventDefault()
                goTo(first)
              }}
            >
              {name}
            </a>
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

/** The part comes into view from its heading on, and the focus goes with it. */
function goTo(name: string) {
  const field = document.getElementById(fieldId(name))
  field?.closest('fieldset')?.scrollIntoView({ block: 'start' })
  field?.focus({ preventScroll: true })
}
