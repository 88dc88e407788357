import type { ApiContract } from '#api/contract.ts'
import type { Output } from '#lib/contract.ts'
import type { FormRow, FormValues } from '#lib/form/form.ts'
import type { UploadedFile } from '#ui/file/Upload.tsx'

/**
 * Files that are handed in with the form lie in its draft, as rows under a name that no field has: both are kept by one
 * save, and neither is written over the other.
 */
const FILES = '@files'

type Form = Pick<Output<ApiContract['GET /member/application/form']>, 'form' | 'materials'>

export const draftOf = ({ form, materials }: Form): FormValues => ({
  ...form,
  ...(materials.length > 0 && {
    [FILES]: materials.flatMap(({ code, files }) => files.map(file => rowOf(code, file))),
  }),
})

const rowOf = (code: string, { id, name = '', size = 0, type = '' }: UploadedFile): FormRow => ({
  code,
  id,
  name,
  size,
  type,
})

const rowsIn = (draft: FormValues) => (draft[FILES] ?? []) as (FormRow & Required<UploadedFile> & { code: string })[]

export function filesOf(draft: FormValues): Record<string, UploadedFile[]> {
  const files: Record<string, UploadedFile[]> = {}
  for (const { code, ...file } of rowsIn(draft)) files[code] = [...(files[code] ?? []), file]
  return files
}

export const withFiles = (draft: FormValues, code: string, files: UploadedFile[]): FormValues => ({
  ...draft,
  [FILES]: [...rowsIn(draft).filter(row => row.code !== code), ...files.map(file => rowOf(code, file))],
})

/** Converts the draft to the payload of the API. */
export function toPayload({ [FILES]: rows, ...form }: FormValues) {
  return { form, ...(rows && { files: rowsIn({ [FILES]: rows }).map(({ code, id: fileId }) => ({ code, fileId })) }) }
}
