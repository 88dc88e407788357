import type { FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'
import { sectionsProgress } from '#ui/form/sections/formProgress.ts'
import type { OwnForm } from './useApplicationForm.ts'

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
