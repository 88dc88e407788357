import { useNavigate } from 'react-router'
import { useSubmit } from '#api/useApi.ts'
import { Upload } from '#ui/file/Upload.tsx'
import { Problem } from '#ui/form/Problem.tsx'

type Props = { kind: string; label: string; follows?: number }

/** Uploads a file, which is checked at once; the page of its batch shows the progress. */
export function StaffImportUpload({ kind, label, follows }: Props) {
  const { submit, busy, error } = useSubmit('POST /staff/import/check')
  const navigate = useNavigate()
  const check = async (fileId: number) => {
    const begun = await submit({ kind, fileId, follows })
    if (begun) navigate(`/staff/imports/${begun.id}`)
  }
  return (
    <>
      <Upload use="import" label={label} value={[]} onChange={([file]) => file && void check(file.id)} />
      {busy && <p role="status">正在开始检查…</p>}
      <Problem>{error?.message}</Problem>
    </>
  )
}
