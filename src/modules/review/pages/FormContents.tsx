import type { FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { FieldLink } from '#ui/form/FieldLink.tsx'
import { isIncomplete, progressText, type SectionProgress, sectionsProgress } from '#ui/form/sections/formProgress.ts'
import type { OwnForm } from './useApplicationForm.ts'
import './formContents.css'

/** The part of a form that holds its files. */
export const FILES = '随表材料'

/** The parts of an application's form, its files among them. */
export function partsOfForm({ fields, materials }: OwnForm, values: FormValues, files: Record<string, UploadedFile[]>) {
  const parts = sectionsProgress(fields, values)
  if (materials.length === 0) return parts
  const must = materials.filter(({ required }) => required)
  const there = materials.flatMap(({ code }) => files[code] ?? [])
  const attached = {
    name: FILES,
    fields: materials.map(({ code }) => code),
    done: must.filter(({ code }) => files[code]?.length).length,
    of: must.length,
    said: there.map(({ name }) => name).join(' · '),
  }
  return [...parts, attached]
}

/** The parts of a long form: how much of each is done, and the way to it. */
export function FormContents({ parts }: { parts: readonly SectionProgress[] }) {
  const [done, all] = [parts.reduce((sum, one) => sum + one.done, 0), parts.reduce((sum, one) => sum + one.of, 0)]
  return (
    <nav className="form-contents" aria-label="申请表目录">
      <p>
        必填 {done} / {all}
        <progress value={done} max={Math.max(all, 1)} aria-label="必填内容的完成情况" />
      </p>
      <ol>
        {parts.map(part => (
          <li key={part.name} data-done={(part.of > 0 && !isIncomplete(part)) || undefined}>
            <FieldLink name={part.fields[0]!} part>
              {part.name}
            </FieldLink>
            <span>{progressText(part)}</span>
          </li>
        ))}
      </ol>
    </nav>
  )
}
